import type { GalleryCard } from '@adx/validators/gallery';
import { provisionalBelow } from '@adx/validators/limits';
import { lazily } from '../../lib/format/lazily.ts';
import type { GallerySearch, GallerySort } from './gallery-search-params.ts';
import { galleryTexts } from './gallery-texts.ts';

const foldCase = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en');

const compare: Readonly<Record<GallerySort, (left: GalleryCard, right: GalleryCard) => number>> = {
	volume: (left, right) => right.volume - left.volume,
	floor: (left, right) => left.floorPrice - right.floorPrice,
	newest: () => 0,
};

/** The cards that match by name and by category or theme, in the order wanted; equal ones the newest first. */
export function filterCards(
	cards: readonly GalleryCard[],
	{ query, category, sort }: GallerySearch,
): readonly GalleryCard[] {
	const wanted = foldCase(query.trim());
	return cards
		.filter(({ name }) => foldCase(name).includes(wanted))
		.filter((card) => category === null || card.themes.includes(category) || (card.category as string) === category)
		.toSorted(
			(left, right) =>
				compare[sort](left, right) ||
				Date.parse(right.completedAt) - Date.parse(left.completedAt) ||
				left.id.localeCompare(right.id),
		);
}

const amount = lazily(() => new Intl.NumberFormat('en', { maximumFractionDigits: 9 }));

/** '0.1 SOL'. */
export const amountText = (value: number, coin: string) => `${amount().format(value)} ${coin}`;

/** The same; what costs nothing is 'Free'. */
export const priceText = (value: number, coin: string) =>
	value === 0 ? galleryTexts.price.free : amountText(value, coin);

const coverPictures = 4;

/**
 * Addresses of the pictures on a card: of four or more four, spread evenly over the collection so that every part of it is
 * seen, the first of them as the server chose it; of fewer that one alone. Empty where there is no picture at all.
 */
export function getCoverUrls({
	id,
	imageCount,
	coverUrl,
}: Pick<GalleryCard, 'id' | 'imageCount' | 'coverUrl'>): string[] {
	if (coverUrl === null) return [];
	if (imageCount < coverPictures) return [coverUrl];
	const others = Array.from({ length: coverPictures - 1 }, (_, place) => {
		const tokenNumber = 1 + Math.floor(((place + 1) * imageCount) / coverPictures);
		return `/api/collections/${id}/images/${tokenNumber}`;
	});
	return [coverUrl, ...others];
}

/** Whether ranks and tiers of so small a collection mean little. */
export const isProvisional = ({ imageCount }: Pick<GalleryCard, 'imageCount'>) => imageCount < provisionalBelow;
