import type { VersionedTransaction } from '@solana/web3.js';
import { useEffect, useState } from 'react';
import { AccountChangedError, type SolanaWallet } from './solana-wallet.ts';
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

interface PublicKeyText {
	toString(): string;
}

/** What Phantom leaves in the window, https://docs.phantom.com/solana */
interface InjectedPhantom {
	readonly isPhantom?: boolean;
	readonly publicKey: PublicKeyText | null;
	connect(options?: { onlyIfTrusted?: boolean }): Promise<{ readonly publicKey: PublicKeyText }>;
	disconnect(): Promise<void>;
	signTransaction(transaction: VersionedTransaction): Promise<VersionedTransaction>;
	signAllTransactions(transactions: VersionedTransaction[]): Promise<VersionedTransaction[]>;
	signMessage?(message: Uint8Array, display: 'utf8'): Promise<{ readonly signature: Uint8Array }>;
	on(event: 'accountChanged' | 'disconnect', listener: (publicKey: PublicKeyText | null) => void): void;
	removeListener?(event: 'accountChanged' | 'disconnect', listener: (publicKey: PublicKeyText | null) => void): void;
}

declare global {
	interface Window {
		readonly phantom?: { readonly solana?: InjectedPhantom };
	}
}

/** Phantom as it is found where it does not announce itself; null without one. */
function findInjectedPhantom(): SolanaWallet | null {
	const provider = window.phantom?.solana;
	if (provider?.isPhantom !== true) return null;
	return {
		name: 'Phantom',
		icon: undefined,
		async connect(silent) {
			const { publicKey } = await provider.connect(silent ? { onlyIfTrusted: true } : undefined);
			return publicKey.toString();
		},
		disconnect: () => provider.disconnect(),
		async sign(transactions, address) {
			if (provider.publicKey?.toString() !== address) throw new AccountChangedError();
			const { VersionedTransaction } = await import('@solana/web3.js');
			const [first, ...others] = transactions.map((bytes) => VersionedTransaction.deserialize(bytes));
			if (first === undefined) return [];
			const signed =
				others.length === 0
					? [await provider.signTransaction(first)]
					: await provider.signAllTransactions([first, ...others]);
			return signed.map((transaction) => transaction.serialize());
		},
		signMessage:
			provider.signMessage &&
			(async (message, address) => {
				if (provider.publicKey?.toString() !== address) throw new AccountChangedError();
				const signed = await provider.signMessage?.(message, 'utf8');
				if (signed === undefined) throw new Error('The wallet gave no signature');
				return signed.signature;
			}),
		watch(onChange) {
			const announce = (publicKey: PublicKeyText | null) => onChange(publicKey?.toString() ?? null);
			const announceNone = () => onChange(null);
			provider.on('accountChanged', announce);
			provider.on('disconnect', announceNone);
			return () => {
				provider.removeListener?.('accountChanged', announce);
				provider.removeListener?.('disconnect', announceNone);
			};
		},
	};
}
