import { z } from 'zod';
import { engineKeyFields } from '../engines/engine-input.ts';
import { batchSizeMax } from '../limits.ts';
import { int4 } from '../numbers.ts';
import { idSchema } from '../text.ts';
import { generatedImageOutput } from './generated-image.ts';
import { generationJobOutput } from './generation-job.ts';
import { imageMarkSchema } from './job-states.ts';

/** Body of pause and cancel. */
export const controlJobInput = z.strictObject({ jobId: idSchema });
export type ControlJobInput = z.infer<typeof controlJobInput>;

/** Body of resume and retry; a job needs its engine's key again once it was wiped. */
export const continueJobInput = controlJobInput.extend(engineKeyFields);
export type ContinueJobInput = z.infer<typeof continueJobInput>;

/** Path of lock and unlock. */
export const controlImageInput = z.strictObject({ imageId: idSchema });
export type ControlImageInput = z.infer<typeof controlImageInput>;

/** Leaves out images whose stored picture turns out to be whole, so that nothing is paid for what came back meanwhile. */
const ifDamaged = z
	.boolean()
	.optional()
	.describe('Only what is missing or damaged in storage: the stored files are read again before');

/** Body of `POST /api/images/{imageId}/regenerate`. */
export const regenerateImageInput = controlImageInput.extend({
	...engineKeyFields,
	ifDamaged,
});
export type RegenerateImageInput = z.infer<typeof regenerateImageInput>;

/** Body of `POST /api/generate/{jobId}/regenerate`: those images, or every one marked 'rejected'; locked ones are left out. */
export const regenerateImagesInput = continueJobInput.extend({
	imageIds: z.union([z.array(idSchema).min(1).max(batchSizeMax), z.literal('rejected')]),
	ifDamaged,
});
export type RegenerateImagesInput = z.infer<typeof regenerateImagesInput>;

/** Body of `POST /api/images/{imageId}/choose`. */
export const chooseVersionInput = controlImageInput.extend({ version: int4().min(1) });
export type ChooseVersionInput = z.infer<typeof chooseVersionInput>;

/** Path and query of `GET /api/images/{imageId}/versions/deletion`; without a version all but the chosen one are meant. */
export const versionsDeletionInput = controlImageInput.extend({ version: int4().min(1).optional() });
export type VersionsDeletionInput = z.infer<typeof versionsDeletionInput>;

/** Path of `DELETE /api/images/{imageId}/versions/{version}`. */
export const deleteVersionInput = controlImageInput.extend({ version: int4().min(1) });

/** Body of `POST /api/images/{imageId}/mark`; null takes the mark away. */
export const markImageInput = controlImageInput.extend({ mark: imageMarkSchema.nullable() });
export type MarkImageInput = z.infer<typeof markImageInput>;

/** Body of `POST /api/generate/{jobId}/review`: what is to hold of every one of these images; what is left out stays as it is. */
export const reviewImagesInput = controlJobInput
	.extend({
		imageIds: z.array(idSchema).min(1).max(batchSizeMax),
		mark: imageMarkSchema.nullable().optional(),
		locked: z.boolean().optional(),
	})
	.refine(({ mark, locked }) => mark !== undefined || locked !== undefined, {
		path: ['mark'],
		message: 'Give a mark, or whether the images are locked',
	});
export type ReviewImagesInput = z.infer<typeof reviewImagesInput>;

export const reviewImagesOutput = z.object({
	/** The number of images it now applies to: all that were named, each counted once. */
	images: z.int(),
	/** How many of them it did not hold of before. */
	changed: z.int(),
});
export type ReviewedImages = z.infer<typeof reviewImagesOutput>;

/** Answer of every verb that changes a job. */
export const controlledJobOutput = generationJobOutput;
/** Answer of every verb that changes an image. */
export const controlledImageOutput = generatedImageOutput;

export const imageVersionOutput = z.object({
	/** From 1, in the order they were made. */
	number: z.int(),
	isChosen: z.boolean(),
	imageUrl: z.string(),
	seed: z.string(),
	/** The version of the built-in forge that drew it: the same seed draws another picture in another one. Null for other engines, and for version 1. */
	forgeVersion: z.int().nullable(),
	/** These are null with the forge, which has no model and no prompt. */
	model: z.string().nullable(),
	prompt: z.string().nullable(),
	/** SHA-256 of the prompt, hex. */
	promptHash: z.string().nullable(),
	finishReason: z.string().nullable(),
	/** Paid calls it took, and their price in USD. */
	paidCalls: z.int(),
	costUsd: z.number(),
	createdAt: z.date(),
});
export type ImageVersion = z.infer<typeof imageVersionOutput>;
