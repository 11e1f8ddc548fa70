import { z } from 'zod';
import { int4FromText } from './numbers.ts';
import { storableText } from './text.ts';

/** Pixels of the picture that stands for a page where its link is shown. */
export const ogImageSize = { width: 1_200, height: 630 } as const;

/** Path and query of `GET /api/og-image/{hash}`. */
export const ogImageInput = z.object({
	/** Names what the picture shows. */
	hash: z.string().regex(/^[0-9a-f]{32}$/, 'Not a picture'),
	/** The path of the page, such as `/gallery`. */
	page: storableText(200),
});
export type OgImageInput = z.infer<typeof ogImageInput>;

/** Query of `GET /api/oembed`; consumers send parameters of their own besides. */
export const oembedInput = z.object({
	/** The whole address of a page of this server. */
	url: storableText(2_000),
	/** The two that oEmbed knows; JSON unless given. */
	format: z.enum(['json', 'xml']).optional(),
	maxwidth: int4FromText({ min: 1 }).optional(),
	maxheight: int4FromText({ min: 1 }).optional(),
});
export type OembedInput = z.infer<typeof oembedInput>;

/** A link of oEmbed 1.0. */
export const oembedOutput = z.object({
	version: z.literal('1.0'),
	type: z.literal('link'),
	title: z.string(),
	author_name: z.string().optional(),
	provider_name: z.string(),
	provider_url: z.string(),
	/** Seconds. */
	cache_age: z.int(),
	/** The three come together, where maxwidth and maxheight leave room for them. */
	thumbnail_url: z.string().optional(),
	thumbnail_width: z.int().optional(),
	thumbnail_height: z.int().optional(),
});
export type Oembed = z.infer<typeof oembedOutput>;
