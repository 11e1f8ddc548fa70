import type { PublicConfig } from '@adx/validators/config';
import { type ReactNode, useMemo } from 'react';
import { callTexts } from '../../../wallets/evm/calls/call-texts.ts';
import { estimateCall, sendCall } from '../../../wallets/evm/calls/send-call.ts';
import { useWallet, useWalletHandlers } from '../../../wallets/evm/use-wallet.ts';
import { WalletBar } from '../../../wallets/evm/wallet-bar.tsx';
import { toWalletChain, type WalletChain } from '../../../wallets/evm/wallet-chains.ts';
import { WalletProvider } from '../../../wallets/evm/wallet-provider.tsx';
import { WalletNotReadyError } from '../../../wallets/solana/transactions/signing-errors.ts';
import { useGasCost } from '../../mint/batch/use-gas-cost.ts';
import { listingTexts } from '../listing-texts.ts';
import { type EvmWallets, EvmWalletsContext } from './evm-wallets.ts';

interface EvmWalletsProviderProps {
	/** Not empty; the same object while nothing changes in it. */
	readonly chains: PublicConfig['saleChains'];
	readonly children: ReactNode;
}

/** Brings the wallets of EVM chains to everything below. */
export default function EvmWalletsProvider({ chains, children }: EvmWalletsProviderProps) {
	const walletChains = useMemo(() => {
		const [first, ...others] = chains.map(({ chain, ...facts }) => toWalletChain(chain, facts));
		return first === undefined ? null : ([first, ...others] as const);
	}, [chains]);
	if (walletChains === null) return children;
	return (
		<WalletProvider chains={walletChains}>
			<Wallets chains={chains}>{children}</Wallets>
		</WalletProvider>
	);
}

function Wallets({ chains, children }: EvmWalletsProviderProps) {
	const { address, name } = useWallet();
	const handlers = useWalletHandlers();
	const wallets: EvmWallets = {
		address,
		name,
		connectBar(network) {
			const { chain = network, ...facts } = chains.find((each) => each.chain === network) ?? {};
			return <WalletBar key={network} chain={toWalletChain(chain, 'chainId' in facts ? facts : null)} />;
		},
		gasCost(network, gas) {
			const { chain = network, ...facts } = chains.find((each) => each.chain === network) ?? {};
			return <GasCost gas={gas} chain={toWalletChain(chain, 'chainId' in facts ? facts : null)} />;
		},
		async estimate(call, signal) {
			const { address: account } = handlers.now();
			if (account === null) throw new WalletNotReadyError(callTexts.connectFirst);
			return estimateCall(handlers, account, call, signal);
		},
		async send(call, signal) {
			const { address: account } = handlers.now();
			if (account === null) throw new WalletNotReadyError(callTexts.connectFirst);
			return sendCall(handlers, account, call, signal);
		},
	};
	return <EvmWalletsContext value={wallets}>{children}</EvmWalletsContext>;
}

function GasCost({ gas, chain }: { readonly gas: number; readonly chain: WalletChain }) {
	const cost = useGasCost(gas, chain);
	return cost === null ? null : <p className="text-sm text-text-2">{listingTexts.own.evmGas(cost)}</p>;
}
