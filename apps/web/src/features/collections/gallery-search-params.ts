import { type GalleryTheme, galleryThemeSchema } from '@adx/validators/gallery';

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
export interface GallerySearchParams {
	readonly q?: string | number;
	readonly category?: GalleryTheme;
	readonly sort?: GallerySort;
}

/** A typed text as the address takes it: a number stands there without quotes. */
export function parseText(value: unknown): string | number | undefined {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string' || value === '') return undefined;
	const asNumber = Number(value);
	return Number.isFinite(asNumber) && String(asNumber) === value ? asNumber : value;
}

/** Reads an address as anybody may have typed it. */
export function parseGallerySearchParams({
	q,
	category,
	sort,
}: Readonly<Record<string, unknown>>): GallerySearchParams {
	const text = parseText(q);
	const theme = galleryThemeSchema.safeParse(category).data;
	const found = gallerySorts.find((choice) => choice === sort);
	return {
		...(text === undefined ? {} : { q: text }),
		...(theme === undefined ? {} : { category: theme }),
		...(found === undefined || found === 'volume' ? {} : { sort: found }),
	};
}

export const toGallerySearch = ({ q, category, sort }: GallerySearchParams): GallerySearch => ({
	query: q === undefined ? '' : String(q),
	category: category ?? null,
	sort: sort ?? 'volume',
});

export const toGallerySearchParams = ({ query, category, sort }: GallerySearch): GallerySearchParams =>
	parseGallerySearchParams({ q: query, category, sort });
