import { z } from 'zod';
import { type EngineName, engines } from '../engines/engines.ts';
import { referencesMax } from '../limits.ts';
import { idSchema, sha256Schema } from '../text.ts';

/** Where a reference comes from: a picture that the caller uploaded, or an image that was made for the caller. */
export const referenceSourceSchema = z.union([
	z.strictObject({ sha256: sha256Schema }),
	z.strictObject({ imageId: idSchema }),
]);
export type ReferenceSource = z.infer<typeof referenceSourceSchema>;

const sourcesMessage = `At most ${referencesMax} reference images`;

/** What an order names, the most important first. */
export const referenceSourcesSchema = z.array(referenceSourceSchema).max(referencesMax, sourcesMessage);

/** Whether images take palette and line from the references, and not from the words of the art style. */
export const styleLockSchema = z.boolean();

export const jobReferenceOutput = z.object({
	id: z.string(),
	/** As it is sent: `/api/generate/{jobId}/references/{referenceId}/file`. */
	imageUrl: z.string(),
	/** The image that it was taken from; null for an upload, and once that image is deleted. */
	imageId: z.string().nullable(),
});
export type JobReference = z.infer<typeof jobReferenceOutput>;

/** Body of `POST /api/generate/{jobId}/references`: all that goes with calls from then on, besides a sketch. */
export const setReferencesInput = z.strictObject({
	jobId: idSchema,
	/** The most important first; by its id what the job has already. */
	references: z
		.array(z.union([z.strictObject({ referenceId: idSchema }), ...referenceSourceSchema.options]))
		.max(referencesMax, sourcesMessage),
	/** Stays as it is unless given. */
	styleLock: styleLockSchema.optional(),
});
export type SetReferencesInput = z.infer<typeof setReferencesInput>;

/** Path and query of `GET /api/generate/{jobId}/references/{referenceId}/file`. */
export const referenceFileInput = z.strictObject({
	jobId: idSchema,
	referenceId: idSchema,
	size: z.enum(['full', '200']).default('full'),
	scope: z.enum(['own', 'all']).default('own'),
});
export type ReferenceFileInput = z.infer<typeof referenceFileInput>;

/** Whether the built-in forge's drawing of each image goes with its call, so that the composition follows the plan. */
export const sketchSchema = z.boolean();

/** Whether calls of that engine take pictures at all, and so a sketch. */
export const takesPictures = (engine: EngineName): boolean => engines[engine].capabilities.references > 0;

/** How many references a job with that engine can have besides its sketch; 0 where its calls take none. */
export const countReferencesMax = (engine: EngineName, hasSketch: boolean): number =>
	Math.max(0, Math.min(referencesMax, engines[engine].capabilities.references - (hasSketch ? 1 : 0)));
