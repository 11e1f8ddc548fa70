import { z } from 'zod';
import { rarityTierSchema } from './catalogue/image-traits.ts';
import { collectionInput, traitFacetSchema } from './gallery.ts';
import { preflightRowsPerPageMax, rarityTokensPerPageMax } from './limits.ts';
import { int4FromText } from './numbers.ts';
import { storableText } from './text.ts';

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

/** Query of `GET /api/collections/{collectionId}/rarity`. */
/** What tokens are sorted by; by rank the rarest are first. */
export const raritySortSchema = z.enum(['rank', 'number', 'name', 'score']);
export type RaritySort = z.infer<typeof raritySortSchema>;

export const rarityInput = collectionInput.extend({
	offset: int4FromText({ min: 0 }).prefault(0),
	limit: int4FromText({ min: 1, max: rarityTokensPerPageMax }).prefault(60),
	sort: raritySortSchema.default('rank'),
	order: z.enum(['ascending', 'descending']).default('ascending'),
	/** Part of a name, or '#' and a token number. */
	search: storableText(100, z.string().trim()).optional(),
});
export type RarityInput = z.output<typeof rarityInput>;

export const rankedTokenOutput = z.object({
	tokenNumber: z.int(),
	name: z.string(),
	/** Takes `size=512` or `200`; null where the picture stays with its creator. */
	imageUrl: z.string().nullable(),
	/** From 1, the rarest; equal ones share a rank: 1, 2, 2, 4. */
	rank: z.int(),
	/** Information over the collection's entropy: 1 is average. */
	score: z.number(),
	tier: rarityTierSchema,
	/** Values that no other token has, the number of traits included; they count before the score. */
	uniqueTraits: z.int(),
	/** The attributes, each with the number of tokens that have the value, this one included. */
	attributes: z.array(z.object({ trait_type: z.string(), value: z.string(), count: z.int() })),
});
export type RankedToken = z.infer<typeof rankedTokenOutput>;

export const raritySummarySchema = z.object({
	size: z.int(),
	/** In bits. */
	entropy: z.number(),
	/** Too few tokens for a rank to mean much. */
	provisional: z.boolean(),
	/** Rarest first, those with tokens alone. */
	tiers: z.array(z.object({ tier: rarityTierSchema, count: z.int() })),
	/** In the order of first use, Rarity left out; values the most frequent first, `missing` counts tokens without the trait. */
	traits: z.array(traitFacetSchema.extend({ missing: z.int() })),
});
export type RaritySummary = z.infer<typeof raritySummarySchema>;

export const collectionKindSchema = z.enum(['generated', 'merged', 'attributed']);
export type CollectionKind = z.infer<typeof collectionKindSchema>;

export const rarityOutput = raritySummarySchema.extend({
	id: z.string(),
	name: z.string(),
	kind: collectionKindSchema,
	/** Whether it is the caller's own, who alone can export it. */
	isMine: z.boolean(),
	/** As in the summary with the first page; empty with every other. */
	traits: raritySummarySchema.shape.traits,
	/** How many tokens the search finds; all without one. */
	found: z.int(),
	/** The asked page. */
	tokens: z.array(rankedTokenOutput),
});
export type Rarity = z.infer<typeof rarityOutput>;
