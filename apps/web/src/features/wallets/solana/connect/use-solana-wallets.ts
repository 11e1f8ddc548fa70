import { useEffect, useState } from 'react';
import { findInjectedPhantom } from './injected-phantom.ts';
import type { SolanaWallet } from './solana-wallet.ts';
import { subscribeToWallets } from './wallet-standard.ts';

/** The wallets of this browser for Solana, as they announce themselves; without any, the Phantom in `window.phantom`. */
export function useSolanaWallets(): readonly SolanaWallet[] {
	const [wallets, setWallets] = useState<readonly SolanaWallet[]>([]);
	useEffect(() => {
		const announced = new Map<string, SolanaWallet>();
		const stop = subscribeToWallets((wallet) => {
			if (announced.has(wallet.name)) return;
			announced.set(wallet.name, wallet);
			setWallets([...announced.values()]);
		});
		const phantom = announced.size === 0 ? findInjectedPhantom() : null;
		if (phantom !== null) setWallets([phantom]);
		return stop;
	}, []);
	return wallets;
}
