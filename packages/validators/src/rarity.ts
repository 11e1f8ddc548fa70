import { z } from 'zod';
import { rarityTierSchema } from './catalogue/image-traits.ts';
import { collectionKindSchema } from './exports.ts';
import { collectionInput, traitFacetSchema } from './gallery.ts';
import { rarityTokensPerPageMax } from './limits.ts';
import { int4FromText } from './numbers.ts';
import { storableText } from './text.ts';

/** What tokens are sorted by; by rank the rarest are first. */
export const raritySortSchema = z.enum(['rank', 'number', 'name', 'score']);
export type RaritySort = z.infer<typeof raritySortSchema>;

/** Path and query of `GET /api/collections/{collectionId}/rarity`. */
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
