import type { ImageMintStatus } from '@adx/validators/mint';
import { z } from 'zod';
import { storedRecords } from '../../../../lib/storage/stored-records.ts';

const itemSchema = z.object({
	imageId: z.string(),
	/** What the token will be called, and how the list names it. */
	name: z.string(),
	description: z.string(),
});
/** An image that is to be minted with others. */
export type BatchItem = z.infer<typeof itemSchema>;

const batchSchema = z.object({
	items: z.array(itemSchema).readonly(),
	/** The images that a wallet was asked to send and about which it gave no answer yet. */
	askedIds: z.array(z.string()).readonly(),
});
export type StoredBatch = z.infer<typeof batchSchema>;

/** What is to be minted, by chain; it outlives the page. */
export const storedBatches = storedRecords('adx_mint_batch_', batchSchema);

/** Those that are neither minted nor on their way. */
export const getItemsToMint = (
	items: readonly BatchItem[],
	mints: ReadonlyMap<string, Pick<ImageMintStatus, 'status'>>,
): readonly BatchItem[] =>
	items.filter(({ imageId }) => {
		const status = mints.get(imageId)?.status;
		return status !== 'minting' && status !== 'confirmed';
	});

/** Whether the chain has confirmed each of them. */
export const areAllMinted = (
	items: readonly BatchItem[],
	mints: ReadonlyMap<string, Pick<ImageMintStatus, 'status'>>,
): boolean => items.every(({ imageId }) => mints.get(imageId)?.status === 'confirmed');
