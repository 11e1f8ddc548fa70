import { z } from 'zod';
import { rarityTierSchema, tokenAttributeSchema } from './catalogue/image-traits.ts';
import { collectionTokensPerPageMax, mergeImagesMax } from './limits.ts';
import { int4FromText } from './numbers.ts';
import { idSchema, storableText } from './text.ts';

/** What the gallery's category filter offers beside all. */
export const galleryThemeSchema = z.enum(['Fantasy', 'Sci-Fi', 'Pixel Art', 'Abstract']);
export type GalleryTheme = z.infer<typeof galleryThemeSchema>;

/** A card of the gallery. */
export const galleryCardOutput = z.object({
	id: z.string(),
	name: z.string(),
	description: z.string(),
	creator: z.string(),
	imageCount: z.int(),
	/** The symbol of the coin that both prices are in: that of the network it is sold on, SOL while it is on none. */
	coin: z.string(),
	/** The mint price, 0.1 where none was set, 0 for what is free. */
	floorPrice: z.number(),
	/** Confirmed sales x price. */
	volume: z.number(),
	/** While it is minting. */
	featured: z.boolean(),
	category: z.literal('pfp'),
	themes: z.array(galleryThemeSchema),
	symbol: z.string(),
	/** Percent. */
	royalty: z.number(),
	coverUrl: z.string().nullable(),
	/** Page of its sale, a path; null unless it is selling or sold out. */
	saleUrl: z.string().nullable(),
	completedAt: z.string(),
});
export type GalleryCard = z.infer<typeof galleryCardOutput>;

export const galleryCountsOutput = z.object({ collections: z.int(), images: z.int(), creators: z.int() });
export type GalleryCounts = z.infer<typeof galleryCountsOutput>;

/** A trait with its values, the most frequent first, at most 500 of them. */
export const traitFacetSchema = z.object({
	trait: z.string(),
	values: z.array(z.object({ value: z.string(), count: z.int() })),
	/** How many different values there are, where 500 are listed; absent also from older merges, which did not count them. */
	valueCount: z.int().optional(),
});

export const collectionInput = z.strictObject({ collectionId: idSchema });
export type CollectionInput = z.infer<typeof collectionInput>;

export const collectionOutput = galleryCardOutput.extend({
	provenance: z.string(),
	/** The collections it was merged from, each with the images that were put in and the tokens that came of them. */
	sources: z.array(z.object({ name: z.string(), imageCount: z.int(), tokenCount: z.int() })),
	/** The address of the collection on chain; null until it is confirmed. */
	contractAddress: z.string().nullable(),
	/** The explorer's URL of it; null without one. */
	explorerUrl: z.string().nullable(),
	/** At most 100 traits, in the order of first use. */
	facets: z.array(traitFacetSchema),
	isMine: z.boolean(),
	hidden: z.boolean(),
	/** For its owner alone. */
	downloadUrl: z.string().nullable(),
});
export type Collection = z.infer<typeof collectionOutput>;

/** Query of `GET /api/collections/{collectionId}/tokens`. */
export const collectionTokensInput = collectionInput.extend({
	offset: int4FromText({ min: 0 }).prefault(0),
	limit: int4FromText({ min: 1, max: collectionTokensPerPageMax }).prefault(60),
	sort: z.enum(['number', 'rank']).default('number'),
	/** A JSON object: trait name to the values wanted, e.g. `{"Race":["Elf","Orc"]}`; every name must hold. */
	traits: storableText(4_000).optional(),
	/** Part of a name, or a token number. */
	search: storableText(100, z.string().trim()).optional(),
	/** A token's number: the answer then says where it stands. */
	positionOf: int4FromText({ min: 1, max: mergeImagesMax }).optional(),
});
export type CollectionTokensInput = z.output<typeof collectionTokensInput>;

export const collectionTokenOutput = z.object({
	tokenNumber: z.int(),
	name: z.string(),
	/** Take `?size=512` or `200` for a preview. */
	imageUrl: z.string(),
	width: z.int().nullable(),
	height: z.int().nullable(),
	attributes: z.array(tokenAttributeSchema),
	rarityRank: z.int(),
	rarityScore: z.number(),
	rarityTier: rarityTierSchema,
	/** Where it came from. */
	source: z.object({ collection: z.string(), filename: z.string() }),
});
export type CollectionToken = z.infer<typeof collectionTokenOutput>;
export const collectionTokensOutput = z.object({
	/** Counts all that match. */
	total: z.int(),
	/** Place of the token `positionOf` among all that match, from 0; null where it does not match. Absent unless asked for. */
	position: z.int().nullable().optional(),
	tokens: z.array(collectionTokenOutput),
});
export type CollectionTokens = z.infer<typeof collectionTokensOutput>;

/** Path and query of `GET /api/collections/{collectionId}/images/{tokenNumber}`. */
export const collectionImageInput = collectionInput.extend({
	tokenNumber: int4FromText({ min: 1, max: mergeImagesMax }),
	size: z.enum(['full', '512', '200']).default('full'),
});
export type CollectionImageInput = z.output<typeof collectionImageInput>;
