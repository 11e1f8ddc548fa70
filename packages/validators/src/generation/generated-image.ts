import { z } from 'zod';
import { anyTraitsSchema } from '../catalogue/image-traits.ts';
import { mintedTokenOutput } from '../minted-token.ts';
import { imageFailureSchema, imageMarkSchema, imageStateSchema } from './job-states.ts';

export const generatedImageOutput = z.object({
	id: z.string(),
	jobId: z.string(),
	tokenNumber: z.int(),
	/** Where the bytes are: `/api/images/{id}/file`; null while the image is not stored. */
	imageUrl: z.string().nullable(),
	filename: z.string(),
	state: imageStateSchema,
	traits: anyTraitsSchema,
	dna: z.string(),
	seed: z.string(),
	rarityScore: z.number(),
	rarityRank: z.int(),
	/** True while the collection is too small for a rank to mean much. */
	rarityProvisional: z.boolean(),
	metadata: z.record(z.string(), z.unknown()),
	/** Number of the version that is shown and downloaded, from 1; null while none is stored. */
	version: z.int().nullable(),
	versionCount: z.int(),
	/** True while another version is being made; the chosen one stays until then. */
	isRedrawing: z.boolean(),
	/** A locked image is never generated again. */
	locked: z.boolean(),
	mark: imageMarkSchema.nullable(),
	/** Set when `state` is 'failed', or when the last try for another version failed. */
	failure: imageFailureSchema.nullable(),
	failureMessage: z.string().nullable(),
	/** Paid calls made for this image, failed ones included, and their price in USD; 0 with the forge. */
	paidCalls: z.int(),
	costUsd: z.number(),
	/** The part of it that the service did not report: calls whose answer never came, each at the price of an image. */
	estimatedUsd: z.number(),
	/**
	 * How far the chosen version is from the nearest of its job's references, from 0 for the same to 1, by where light, dark and
	 * colours lie and which colours there are; null for jobs without references, and while it is not known.
	 */
	drift: z.number().nullable(),
	/** Whether the stored file of the chosen version is known to be missing or damaged, and does not come back by itself. */
	isDamaged: z.boolean(),
	/** What it was minted as, or is about to be: at most one token on each chain. */
	mints: z.array(mintedTokenOutput),
	/** Why neither its picture nor its versions can be changed; null while they can. */
	frozen: z.enum(['mint_under_way', 'already_minted']).nullable(),
	createdAt: z.date(),
});
export type GeneratedImage = z.infer<typeof generatedImageOutput>;
