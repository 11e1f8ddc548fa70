import { z } from 'zod';

// How a merge, a job, versions of an image or a run of the attribute generator are deleted: a preview says what that would do, then it is deleted, or refused for the reasons of the preview.

/** What keeps it from being deleted. */
const deletionBlockerOutput = z.object({
	reason: z.enum([
		'merge_running',
		'merge_in_use',
		'merge_downloading',
		'mint_under_way',
		'job_running',
		'already_minted',
		'attributes_running',
		'version_running',
		'version_chosen',
	]),
	/** A sentence that says what, and how it ends. */
	message: z.string(),
});
export type DeletionBlocker = z.infer<typeof deletionBlockerOutput>;

/** What deleting it would do. */
export const deletionOutput = z.object({
	id: z.string(),
	name: z.string(),
	/** Tokens, images or versions that are deleted with it. */
	imageCount: z.int(),
	/** Bytes of the files that nothing else uses; 0 where it cannot be deleted. */
	freedBytes: z.number(),
	/** Sentences on what else is deleted or stops working. */
	consequences: z.array(z.string()),
	/** Empty where it can be deleted. */
	blockers: z.array(deletionBlockerOutput),
});
export type Deletion = z.infer<typeof deletionOutput>;

/** What deleting all data of an account would do; `imageCount` counts the images of its jobs. */
export const accountDeletionOutput = deletionOutput.extend({
	counts: z.object({
		jobs: z.int(),
		merges: z.int(),
		attributeRuns: z.int(),
		presets: z.int(),
		accessTokens: z.int(),
	}),
});
export type AccountDeletion = z.infer<typeof accountDeletionOutput>;

/** What was deleted. */
export const deletionResultOutput = z.object({
	success: z.literal(true),
	id: z.string(),
	name: z.string(),
	/** Bytes of the files that are deleted so far. */
	freedBytes: z.number(),
	/** Whether more of its files are still being deleted, after this response. */
	isFreeing: z.boolean(),
});
export type DeletionResult = z.infer<typeof deletionResultOutput>;
