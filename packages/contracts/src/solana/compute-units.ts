import type { MintMetadata } from './nft-mint.ts';

// The pages sign no other limits than these: apps/web/src/features/wallets/solana/verify/verify-price.ts has them, too.

/** Compute units that a collection may take; 11,500 were measured, and 7,300 for each further field. */
const collection = { base: 20_000, field: 12_000 };

/**
 * Compute units that an item may take; 36,200 were measured, 5,900 for a royalty's field, and 1,500 for each address
 * that the program tries before it finds the buyer's account. Every try doubles the odds against the next: this has
 * room for nearly thirty, which no sale will meet, and so all items cost the same.
 */
const item = { base: 80_000, field: 15_000 };

/** Most compute units of the transaction that makes a collection; its priority fee is paid for all of them. */
export const collectionUnits = (metadata: MintMetadata): number => computeUnits(collection, metadata);

/** Most compute units of the transaction that sells an item. */
export const itemUnits = (metadata: MintMetadata): number => computeUnits(item, metadata);

function computeUnits({ base, field }: typeof item, { additional = {} }: MintMetadata): number {
	return base + field * Object.keys(additional).length;
}
