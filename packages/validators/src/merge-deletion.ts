import { z } from 'zod';

// How anything that takes room is deleted: what would go is told first, then it goes or is refused for the reasons told.

/** What keeps something from being deleted. */
export const deletionBlockerOutput = z.object({
	reason: z.enum(['merge_running', 'merge_in_use', 'mint_under_way']),
	/** A sentence that says what, and how it ends. */
	message: z.string(),
});
export type DeletionBlocker = z.infer<typeof deletionBlockerOutput>;

/** What deleting something would do. */
export const deletionOutput = z.object({
	id: z.string(),
	name: z.string(),
	/** Tokens or images that go with it. */
	imageCount: z.int(),
	/** Bytes of the files that nothing else uses. */
	freedBytes: z.number(),
	/** Sentences on what else ends with it. */
	consequences: z.array(z.string()),
	/** Empty where it can be deleted. */
	blockers: z.array(deletionBlockerOutput),
});
export type Deletion = z.infer<typeof deletionOutput>;

/** What was deleted. */
export const deletedOutput = z.object({
	success: z.literal(true),
	id: z.string(),
	name: z.string(),
	/** Bytes of the files that are gone. */
	freedBytes: z.number(),
	/** Whether more of its files are still being deleted, behind this answer. */
	isFreeing: z.boolean(),
});
export type Deleted = z.infer<typeof deletedOutput>;
