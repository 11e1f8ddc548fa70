import { z } from 'zod';

/** Answer of `GET /api/stats`: the caller's own numbers for creators, everybody's for developers. */
export const statsOutput = z.object({
	totalGenerated: z.int(),
	/** Distinct DNA among the stored images. */
	uniqueCombinations: z.int(),
	/** Stored / attempted x 100 with one decimal; 0 when nothing was attempted. */
	successRate: z.number(),
});
export type Stats = z.infer<typeof statsOutput>;

/** The pages that `LOCKED_PAGES` may lock. */
export const lockablePageSchema = z.enum(['merger', 'gallery']);
export type LockablePage = z.infer<typeof lockablePageSchema>;

/** Answer of `GET /api/config`: what a page may know before anyone signs in. */
export const publicConfigOutput = z.object({
	gateStart: z.enum(['developer', 'role']),
	lockedPages: z.array(lockablePageSchema),
	geminiKeyPrefixes: z.array(z.string()),
	communityInviteUrl: z.string().nullable(),
	engines: z.array(z.object({ name: z.enum(['gemini', 'forge']), available: z.boolean() })),
});
export type PublicConfig = z.infer<typeof publicConfigOutput>;
