import { revealChoiceSchema } from '@adx/validators/sale/reveal';
import { saleNetworkSchema } from '@adx/validators/sale/sales';
import { z } from 'zod';
import { readSession, removeSession, writeSession } from '../../../lib/storage/browser-storage.ts';

const keyOf = (jobId: string) => `adx_listing_${jobId}`;

// Only whether it fits the fields: the form says itself what is wrong with it.
const schema = z.object({
	network: saleNetworkSchema,
	reveal: revealChoiceSchema,
	fields: z
		.object({
			collectionName: z.string(),
			collectionSymbol: z.string(),
			collectionDescription: z.string(),
			mintPrice: z.number(),
			royaltyPercentage: z.number(),
		})
		.partial(),
});

/** What was entered for a listing that was not started yet; this tab keeps it over a reload. */
export type ListingDraft = z.infer<typeof schema>;

/** Null where nothing was entered. */
export function readListingDraft(jobId: string): ListingDraft | null {
	const { data = null } = schema.safeParse(JSON.parse(readSession(keyOf(jobId)) ?? 'null'));
	return data;
}

export const writeListingDraft = (jobId: string, draft: ListingDraft) =>
	writeSession(keyOf(jobId), JSON.stringify(draft));
export const removeListingDraft = (jobId: string) => removeSession(keyOf(jobId));
