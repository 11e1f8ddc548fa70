import type { PublicConfig } from '@adx/validators/config';
import { type ReactNode, useMemo } from 'react';
import { toWalletChain } from '../../../wallets/evm/wallet-chains.ts';
import { WalletProvider } from '../../../wallets/evm/wallet-provider.tsx';
import { EvmWalletsOfPage } from '../../contract/evm-wallets-of-page.tsx';

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
			<EvmWalletsOfPage chains={chains}>{children}</EvmWalletsOfPage>
		</WalletProvider>
	);
}
