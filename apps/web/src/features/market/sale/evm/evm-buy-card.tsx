import type { MintChain } from '@adx/validators/minted-token';
import type { Sale } from '@adx/validators/sale/sales';
import { useMemo } from 'react';
import { useConnectWallet } from '../../../wallets/evm/use-connect-wallet.ts';
import { ConnectBar } from '../../../wallets/evm/wallet-bar.tsx';
import { toWalletChain, type WalletChain } from '../../../wallets/evm/wallet-chains.ts';
import { WalletProvider } from '../../../wallets/evm/wallet-provider.tsx';
import { EvmWalletsOfPage } from '../../contract/evm-wallets-of-page.tsx';
import { BuyCard } from '../buy-card.tsx';
import { useEvmPurchaseWallet } from './evm-purchase-wallet.tsx';
import { RevealStepCard } from './reveal-step-card.tsx';

interface EvmBuyCardProps {
	readonly sale: Sale;
	readonly isStale: boolean;
}

/** The card of a sale on an EVM chain, with the wallets of such chains. */
export default function EvmBuyCard({ sale, isStale }: EvmBuyCardProps) {
	const { network, chain } = sale;
	// As text, so that an answer that says the same is the same object.
	const facts = JSON.stringify(toWalletChain(network as MintChain, chain));
	const chains = useMemo(() => [JSON.parse(facts) as WalletChain] as const, [facts]);
	return (
		<WalletProvider chains={chains}>
			<EvmWalletsOfPage chains={chain === null ? [] : [{ ...chain, chain: network as MintChain }]}>
				<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
					<RevealStepCard sale={sale} />
					<Card sale={sale} isStale={isStale} walletChain={chains[0]} />
				</div>
			</EvmWalletsOfPage>
		</WalletProvider>
	);
}

function Card({ walletChain, ...props }: EvmBuyCardProps & { readonly walletChain: WalletChain }) {
	const connector = useConnectWallet(walletChain);
	const wallet = useEvmPurchaseWallet(connector);
	const connectBar = () => <ConnectBar chain={walletChain} connector={connector} />;
	return <BuyCard {...props} wallet={wallet} connectBar={connectBar} />;
}
