import type { PremiumChainSettings } from './premium-settings.ts';

/** What a chain knows of a transaction, as far as it may be a payment. */
export interface PaymentFacts {
	/** `waiting` while it is in no block. */
	readonly outcome: 'waiting' | 'succeeded' | 'failed';
	/** Blocks since, its own included; 0 while it is in none. */
	readonly confirmations: number;
	/** When its block was made; null while it is in none. */
	readonly minedAt: Date | null;
	/** Whether the money went to the treasury itself. */
	readonly isToTreasury: boolean;
	/** In the coin's smallest unit. */
	readonly paid: bigint;
	/** The text sent along; null without one. What is not text stands there in some other form. */
	readonly memo: string | null;
}

/** A transfer of at least the price to the treasury, as its block tells it. */
export interface TreasuryTransfer {
	/** In its canonical form. */
	readonly signature: string;
	readonly blockNumber: number;
	/** The text sent along. */
	readonly memo: string;
}

/** Transfers of some blocks in a row. */
export interface ReadTransfers {
	/** Those with a text, in their order. */
	readonly transfers: readonly TreasuryTransfer[];
	/** The last block that was read, below the first when the node had none of them. */
	readonly readTo: number;
}

/** Looks at payments on one chain. A further kind of chain is one more file that makes these. */
export interface PaymentChain {
	readonly settings: PremiumChainSettings;
	/** Since when the treasury is paid for Premium. */
	readonly offeredSince: Date;
	/** In the coin's smallest unit. */
	readonly price: bigint;
	/** An amount in the coin itself, decimal. */
	format(amount: bigint): string;
	/**
	 * Null for a transaction that the node does not know, or does not know any more.
	 *
	 * @param signature in its canonical form
	 * @throws when the node does not answer, or belongs to another chain, and at once when `signal` aborts
	 */
	inspect(signature: string, signal: AbortSignal): Promise<PaymentFacts | null>;
	/** The newest block; throws as `inspect` does. */
	readHead(signal: AbortSignal): Promise<number>;
	/** Reads these blocks, both included, which have the confirmations that a payment needs; throws as `inspect` does. */
	readTransfers(from: number, to: number, signal: AbortSignal): Promise<ReadTransfers>;
	/** When a block was made; throws as `inspect` does, and where the node has no such block. */
	readTime(blockNumber: number, signal: AbortSignal): Promise<Date>;
}
