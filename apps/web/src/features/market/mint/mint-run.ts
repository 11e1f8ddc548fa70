import type { MintChain } from '@adx/validators/mint';
import type { Address } from 'viem';

/** What is being done; `number` and `of` count the wallet's questions. */
export type MintStep =
	| { readonly kind: 'preparing' | 'checking' | 'reporting' }
	| { readonly kind: 'switching' | 'sending'; readonly number: number; readonly of: number };

/** How a run ended. */
export type MintOutcome =
	/** The wallet's request was closed, which is no failure. */
	| { readonly kind: 'closed' }
	| { readonly kind: 'failed'; readonly message: string }
	/** The page no longer waits; a request that the wallet already has stays open there. */
	| { readonly kind: 'stopped'; readonly during: MintStep['kind'] }
	/** `atMs`: when the wallet had sent it. */
	| { readonly kind: 'sent'; readonly isReported: boolean; readonly atMs: number };

/** One press on 'Mint NFT' and what became of it. */
export interface MintRun {
	readonly imageId: string;
	readonly chain: MintChain;
	/** Who the token is for. */
	readonly account: Address;
	readonly wallet: string;
	/** Null when it has ended. */
	readonly step: MintStep | null;
	readonly outcome: MintOutcome | null;
	/** Where the token's files are, if their owner has to publish them. */
	readonly carUrl: string | null;
}
