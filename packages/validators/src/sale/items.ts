import { z } from 'zod';
import { mergeImagesMax } from '../limits.ts';
import { int4FromText } from '../numbers.ts';
import { idSchema } from '../text.ts';

/**
 * What the page of a sale shows of items that nobody has bought yet: each of them, a sample spread over the collection, or
 * none. Their pictures are previews, and traits are counted either way.
 */
export const itemPreviewSchema = z.enum(['all', 'sample', 'covered'], 'Choose all, sample or covered');
export type ItemPreview = z.infer<typeof itemPreviewSchema>;

/** Items that a sample shows at most. */
export const itemSampleMax = 12;

const itemsPerPageMax = 100;

/** Path and query of `GET /api/sales/{saleId}/items`. */
export const saleItemsInput = z.strictObject({
	saleId: idSchema,
	offset: int4FromText({ min: 0 }).prefault(0),
	limit: int4FromText({ min: 1, max: itemsPerPageMax }).prefault(60),
});
export type SaleItemsInput = z.output<typeof saleItemsInput>;

/** What may be shown of a sale's items, by number. */
export const saleItemsOutput = z.object({
	/** How many may be shown: none where they are covered. */
	total: z.int(),
	items: z.array(
		z.object({
			tokenNumber: z.int(),
			name: z.string(),
			/** Takes `?size=512` or `200`; `full` once it is minted. */
			imageUrl: z.string(),
			isMinted: z.boolean(),
		}),
	),
});
export type SaleItems = z.infer<typeof saleItemsOutput>;

/** The traits of a sale's items with how many have each value; at most 100 traits, in the order of first use. */
export const saleTraitsOutput = z.array(
	z.object({
		trait: z.string(),
		/** How many different values there are. */
		valueCount: z.int(),
		/** The most frequent first, at most 50. */
		values: z.array(z.object({ value: z.string(), count: z.int() })),
	}),
);
export type SaleTraits = z.infer<typeof saleTraitsOutput>;

/** Path and query of `GET /api/sales/{saleId}/items/{tokenNumber}` and, without a number, of its cover. */
export const saleImageInput = z.strictObject({
	saleId: idSchema,
	/** The number of an item that may be shown. */
	tokenNumber: int4FromText({ min: 1, max: mergeImagesMax }).optional(),
	size: z.enum(['full', '512', '200']).default('512'),
	/** Of a sale with a delayed reveal its picture as it is revealed, for good; 404 before. Without it the same address has both. */
	v: z.literal('revealed', 'Leave it out, or ask for revealed').optional(),
});
export type SaleImageInput = z.output<typeof saleImageInput>;
