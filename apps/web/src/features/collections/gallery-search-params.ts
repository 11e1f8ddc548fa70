import { type GalleryTheme, galleryThemeSchema } from '@adx/validators/gallery';
import { z } from 'zod';
import { param, queryParam } from '../../lib/search-params.ts';

export const gallerySorts = ['volume', 'floor', 'newest'] as const;
export type GallerySort = (typeof gallerySorts)[number];

/** What narrows and orders the gallery; it lives in the address. */
export interface GallerySearch {
	readonly query: string;
	/** Null for all. */
	readonly category: GalleryTheme | null;
	readonly sort: GallerySort;
}

/** The same as it stands in the address; what is usual is left out. */
export const gallerySearchParams = z.object({
	q: queryParam(),
	category: param(galleryThemeSchema),
	sort: param(z.enum(gallerySorts).exclude(['volume'])),
});

export const toGallerySearch = (params: z.output<typeof gallerySearchParams>): GallerySearch => ({
	query: String(params.q ?? ''),
	category: params.category ?? null,
	sort: params.sort ?? 'volume',
});

export const toGallerySearchParams = ({ query, category, sort }: GallerySearch) =>
	gallerySearchParams.parse({ q: query, category, sort });
