import { z } from 'zod';
import { batchSizeMax, coverImageCount } from '../limits.ts';
import { int4FromText } from '../numbers.ts';
import { cursorSchema, pageFields } from '../paging.ts';
import { scopeSchema } from '../scope.ts';
import { idSchema } from '../text.ts';
import { imageStateSchema } from './job-states.ts';

/** Without `limit` all jobs come. */
export const jobListInput = z
	.strictObject({
		...pageFields,
		scope: scopeSchema,
		/** Images of each job that come with it. */
		covers: int4FromText({ min: 0, max: coverImageCount }).prefault(coverImageCount),
	})
	.prefault({});
export type JobListInput = z.infer<typeof jobListInput>;
export const jobInput = z.strictObject({ jobId: idSchema, scope: scopeSchema });
export type JobInput = z.infer<typeof jobInput>;

/**
 * Without `limit` all images come. They begin with the one at place `from`, counted from 0 in token order among those in
 * `state` where it is given, or after the one whose id is `cursor`.
 */
export const imageListInput = jobInput.extend({
	state: imageStateSchema.optional(),
	cursor: cursorSchema,
	from: z.int().min(0).max(batchSizeMax).default(0),
	limit: z.int().min(1).max(batchSizeMax).optional(),
});
export type ImageListInput = z.infer<typeof imageListInput>;

export const imageFileSizeSchema = z.enum(['full', '512', '200']);
/** Path and query of `GET /api/images/{imageId}/file`. */
export const imageInput = z.strictObject({
	imageId: idSchema,
	size: imageFileSizeSchema.default('full'),
	/** A version's bytes never change; without it the chosen one comes. */
	version: int4FromText({ min: 1 }).optional(),
	scope: scopeSchema,
});
export type ImageInput = z.infer<typeof imageInput>;
export type ImageFileSize = z.infer<typeof imageFileSizeSchema>;
