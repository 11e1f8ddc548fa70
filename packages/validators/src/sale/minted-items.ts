import { z } from 'zod';
import { pageFields } from '../paging.ts';
import { idSchema } from '../text.ts';

/** Path and query of `GET /api/mint-collection/{jobId}/items`; a cursor is the address of an item. Without `limit` all come. */
export const mintedItemsInput = z.strictObject({ jobId: idSchema, ...pageFields });
export type MintedItemsInput = z.output<typeof mintedItemsInput>;

/** An item that is minted, as the creator of its sale sees it. */
export const mintedItemOutput = z.object({
	tokenNumber: z.int(),
	name: z.string(),
	/** Bought, or minted by the creator to the own wallet. */
	kind: z.enum(['bought', 'own']),
	/** The wallet that received it. */
	walletAddress: z.string(),
	/** What the creator got for it; null for one that the creator kept. */
	paidLamports: z.string().nullable(),
	/** ISO 8601, in UTC. */
	mintedAt: z.string(),
	mintAddress: z.string(),
	signature: z.string().nullable(),
	/** Of its transaction. */
	explorerUrl: z.string().nullable(),
});
export type MintedItem = z.infer<typeof mintedItemOutput>;
