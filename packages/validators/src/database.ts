import { z } from 'zod';
import { databasePartCount } from './limits.ts';
import { scopeSchema } from './scope.ts';

/** Answer of `GET /api/stats`: the caller's own numbers for creators, everybody's for developers. */
export const statsOutput = z.object({
	totalGenerated: z.int(),
	/** Distinct DNA among the stored images. */
	uniqueCombinations: z.int(),
	/** Stored / attempted x 100 with one decimal; 0 when nothing was attempted. */
	successRate: z.number(),
});
export type Stats = z.infer<typeof statsOutput>;

const partSentence = `Choose a part from 1 to ${databasePartCount}`;

/** Path and query of `GET /api/database/download/{part}`; the part comes as text. */
export const databasePartInput = z.strictObject({
	part: z
		.string()
		.regex(/^[1-9]\d{0,2}$/, partSentence)
		.transform(Number)
		.refine((part) => part >= 1 && part <= databasePartCount, partSentence),
	scope: scopeSchema,
});
export type DatabasePartInput = z.infer<typeof databasePartInput>;

/** Body of `POST /api/database/cleanup`; only developers may name everybody's images. */
export const cleanupInput = z
	.strictObject({
		scope: scopeSchema,
		/** Leaves images and jobs alone. */
		uploadsOnly: z.boolean().optional(),
	})
	.prefault({});
export type CleanupInput = z.infer<typeof cleanupInput>;

export const cleanupOutput = z.object({
	success: z.literal(true),
	deletedImages: z.int(),
	/** Images that something finished still uses. */
	keptImages: z.int(),
	/** Uploads that nothing used. */
	deletedUploads: z.int(),
	/** Bytes of their files that are gone from the disk. */
	freedBytes: z.int(),
});
export type Cleanup = z.infer<typeof cleanupOutput>;
