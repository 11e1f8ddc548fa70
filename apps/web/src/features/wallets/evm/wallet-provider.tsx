import { type ReactNode, useEffect, useMemo } from 'react';
import { WagmiContext } from 'wagmi';
import { useAnnouncedWallets } from './announced-wallets.ts';
import type { WalletChain } from './wallet-chains.ts';
import { createWalletConfig, offerWallets, reconnectWallet } from './wallet-config.ts';

export interface WalletProviderProps {
	/** Must stay the same object while nothing changes in it. */
	readonly chains: readonly [WalletChain, ...WalletChain[]];
	readonly children: ReactNode;
}

/** The browser's wallets for everything below; one that still lets this page see its accounts is connected at once. */
export function WalletProvider({ chains, children }: WalletProviderProps) {
	const wallets = useAnnouncedWallets();
	const config = useMemo(() => createWalletConfig(chains), [chains]);
	useEffect(() => {
		offerWallets(config, wallets);
		void reconnectWallet(config);
	}, [config, wallets]);
	// wagmi's own provider forgets the connection whenever it is drawn again.
	return <WagmiContext.Provider value={config}>{children}</WagmiContext.Provider>;
}
