import type { PublicConfig } from '@adx/validators/config';
import type { ReactNode } from 'react';
import { callTexts } from '../../wallets/evm/calls/call-texts.ts';
import { estimateCall, sendCall } from '../../wallets/evm/calls/send-call.ts';
import { useWallet, useWalletHandlers } from '../../wallets/evm/use-wallet.ts';
import { WalletBar } from '../../wallets/evm/wallet-bar.tsx';
import { toWalletChain, type WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { WalletNotReadyError } from '../../wallets/signing-errors.ts';
import { useGasCost } from '../mint/batch/use-gas-cost.ts';
import { contractTexts } from './contract-texts.ts';
import { type EvmWallets, EvmWalletsContext } from './evm-wallets.ts';

export interface EvmWalletsOfPageProps {
	/** Those that a wallet may be connected to. */
	readonly chains: PublicConfig['saleChains'];
	readonly children: ReactNode;
}

/** Has everything below call contracts with the wallet that is connected; inside a `WalletProvider`. */
export function EvmWalletsOfPage({ chains, children }: EvmWalletsOfPageProps) {
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
	return cost === null ? null : <p className="text-sm text-text-2">{contractTexts.gas(cost)}</p>;
}
