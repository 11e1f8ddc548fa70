import type { GalleryCard } from '@adx/validators/gallery';
import { provisionalBelow } from '@adx/validators/limits';
import { lazily } from '../../lib/lazily.ts';
import type { GallerySearch, GallerySort } from './gallery-search-params.ts';
import { galleryTexts } from './gallery-texts.ts';

const foldCase = (text: string) => text.normalize('NFKC').toLocaleLowerCase('en');

interface AmountOrder {
	/** The smallest is first. */
	readonly getAmount: (card: GalleryCard) => number;
	/** The place of nothing, which is the same in every coin. */
	readonly placeOfNothing: number;
}

/** Null where the date alone decides. */
const amountOrders: Readonly<Record<GallerySort, AmountOrder | null>> = {
	volume: { getAmount: ({ volume }) => -volume, placeOfNothing: Number.MAX_SAFE_INTEGER },
	floor: { getAmount: ({ floorPrice }) => floorPrice, placeOfNothing: -1 },
	newest: null,
};

/** Whether the order would be by amounts in different coins, which nothing makes comparable. */
export const mixesCoins = (cards: readonly GalleryCard[], sort: GallerySort): boolean =>
	amountOrders[sort] !== null && new Set(cards.map(({ coin }) => coin)).size > 1;

/** The place of each card among those of its own coin; equal amounts share one. */
function findPlaces(cards: readonly GalleryCard[], sort: GallerySort): ReadonlyMap<GalleryCard, number> {
	const places = new Map<GalleryCard, number>();
	const order = amountOrders[sort];
	if (order === null) return places;
	const { getAmount, placeOfNothing } = order;
	for (const ofCoin of Map.groupBy(cards, ({ coin }) => coin).values()) {
		const distinct = [...new Set(ofCoin.map(getAmount))].sort((left, right) => left - right);
		const placeOf = new Map(distinct.map((amount, place) => [amount, place]));
		for (const card of ofCoin) {
			const amount = getAmount(card);
			places.set(card, amount === 0 ? placeOfNothing : placeOf.get(amount)!);
		}
	}
	return places;
}

/**
 * The cards that match by name and by category or theme, in the order wanted. Amounts in different coins are not compared:
 * the first of each coin come first, then the second. Equal ones the newest first.
 */
export function filterCards(
	cards: readonly GalleryCard[],
	{ query, category, sort }: GallerySearch,
): readonly GalleryCard[] {
	const wanted = foldCase(query.trim());
	const matching = cards
		.filter(({ name }) => foldCase(name).includes(wanted))
		.filter((card) => category === null || card.themes.includes(category) || (card.category as string) === category);
	const places = findPlaces(matching, sort);
	const getPlace = (card: GalleryCard) => places.get(card) ?? 0;
	return matching.toSorted(
		(left, right) =>
			getPlace(left) - getPlace(right) ||
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
export const hasProvisionalRarity = ({ imageCount }: Pick<GalleryCard, 'imageCount'>) => imageCount < provisionalBelow;
