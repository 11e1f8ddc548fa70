import { createContext, useContext } from 'react';
import type { SolanaWallet } from './solana-wallet.ts';

/** A wallet that shows this page one of its accounts. */
export interface ConnectedSolana {
	readonly wallet: SolanaWallet;
	readonly address: string;
}

export interface SolanaContextValue {
	readonly wallets: readonly SolanaWallet[];
	/** Null while none is connected. */
	readonly connection: ConnectedSolana | null;
	readonly setConnection: (connection: ConnectedSolana) => void;
	/** Ends it here and, as far as it can, in the wallet. */
	readonly disconnect: () => void;
}

export const SolanaContext = createContext<SolanaContextValue | null>(null);

/** The browser's wallets for Solana, and the one that is connected. */
export function useSolana(): SolanaContextValue {
	const value = useContext(SolanaContext);
	if (value === null) throw new Error('useSolana needs a SolanaProvider above it');
	return value;
}
