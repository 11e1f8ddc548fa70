import { z } from 'zod';
import { collectionInput } from './gallery.ts';
import { preflightRowsPerPageMax } from './limits.ts';
import { int4FromText } from './numbers.ts';
import { storableText } from './text.ts';

/** The kinds of collection that can be ranked and exported, by what made them. */
export const collectionKindSchema = z.enum(['generated', 'merged', 'attributed']);
export type CollectionKind = z.infer<typeof collectionKindSchema>;

/** Where a collection can be taken: a plain folder, Metaplex's Sugar, an OpenSea drop, a contract's `contractURI`, IPFS. */
export const exportTargetSchema = z.enum(['plain', 'metaplex', 'opensea', 'contract', 'car']);
export type ExportTarget = z.infer<typeof exportTargetSchema>;
export const exportTargets = exportTargetSchema.options;

/** What an export must not go out with, or should not. */
export const preflightFindingSchema = z.object({
	/** Stable name of the check. */
	kind: z.string(),
	/** An error is refused by at least one of the targets, a warning is taken and probably not meant. */
	severity: z.enum(['error', 'warning']),
	targets: z.array(exportTargetSchema),
	/** Tokens, files or traits concerned. */
	count: z.int(),
	/** One sentence. */
	problem: z.string(),
	/** Up to five of them. */
	examples: z.array(z.string()),
	/** How to put it right, one sentence. */
	fix: z.string(),
});
export type PreflightFinding = z.infer<typeof preflightFindingSchema>;

/** Path and query of `GET /api/collections/{collectionId}/export`. */
export const exportInput = collectionInput.extend({ target: exportTargetSchema });
export type ExportInput = z.infer<typeof exportInput>;

export const preflightOutput = z.object({
	tokenCount: z.int(),
	/** Errors first; empty where all is well. */
	findings: z.array(preflightFindingSchema),
});
export type Preflight = z.infer<typeof preflightOutput>;

/** Path and query of `GET /api/collections/{collectionId}/preflight/{kind}`. */
export const preflightRowsInput = collectionInput.extend({
	/** Of a finding. */
	kind: storableText(60, z.string().min(1)),
	offset: int4FromText({ min: 0 }).prefault(0),
	limit: int4FromText({ min: 1, max: preflightRowsPerPageMax }).prefault(100),
});
export type PreflightRowsInput = z.output<typeof preflightRowsInput>;

export const preflightRowsOutput = z.object({
	/** Sentences in all; none where there is no such finding. */
	total: z.int(),
	/** The requested page: one sentence for each file, token or trait concerned, long ones cut. */
	rows: z.array(z.string()),
});
export type PreflightRows = z.infer<typeof preflightRowsOutput>;
