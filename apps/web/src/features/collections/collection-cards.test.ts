import { describe, expect, test } from 'vitest';
import { previewUrl } from '../../lib/images/preview-url.ts';
import { amountText, filterCards, getCoverUrls, hasProvisionalRarity, priceText } from './collection-cards.ts';
import { type Card, createCard } from './collection-server-testing.ts';
import { gallerySearchParams, toGallerySearch, toGallerySearchParams } from './gallery-search-params.ts';
import {
	getSelectedTraits,
	isSelected,
	isWithinSearchLimit,
	toggleTrait,
	tokenNumberParam,
	tokenSearchParams,
	toTokenSearch,
	toTokenSearchParams,
} from './tokens/token-search-params.ts';

const everything = toGallerySearch({});

describe('a cover', () => {
	test('of four pictures and more shows four from all over the collection', () => {
		const urls = getCoverUrls(
			createCard(1, { imageCount: 1_200, coverUrl: '/api/collections/collection-1/images/3?size=512' }),
		);
		expect(urls).toEqual([
			'/api/collections/collection-1/images/3?size=512',
			'/api/collections/collection-1/images/301',
			'/api/collections/collection-1/images/601',
			'/api/collections/collection-1/images/901',
		]);
		expect(getCoverUrls(createCard(1, { imageCount: 4 })).at(-1)).toMatch(/images\/4$/);
	});

	test('shows the one that the server chose when there are fewer, and nothing when there are none', () => {
		expect(getCoverUrls(createCard(1, { imageCount: 3 }))).toEqual(['/api/collections/collection-1/images/1?size=512']);
		expect(getCoverUrls(createCard(1, { coverUrl: null }))).toEqual([]);
	});
});

const idsOf = (cards: readonly Card[]) => cards.map(({ id }) => id.replace('collection-', ''));

describe('choosing cards', () => {
	test('a name is found in any case, anywhere in it (GAL-04)', () => {
		const cards = [createCard(1, { name: 'Ice Élite' }), createCard(2, { name: 'Embers' })];
		expect(idsOf(filterCards(cards, { ...everything, query: ' ICE é' }))).toEqual(['1']);
		expect(idsOf(filterCards(cards, { ...everything, query: 'e' }))).toEqual(['2', '1']);
	});

	test('a category matches the themes that the owner chose (GAL-05, AMB-07)', () => {
		const cards = [createCard(1), createCard(2, { themes: ['Sci-Fi', 'Abstract'] }), createCard(3, { themes: [] })];
		expect(idsOf(filterCards(cards, { ...everything, category: 'Abstract' }))).toEqual(['2']);
		expect(idsOf(filterCards(cards, { ...everything, category: 'Fantasy' }))).toEqual(['1']);
		expect(idsOf(filterCards(cards, everything))).toEqual(['3', '2', '1']);
	});

	test('by volume the largest, by floor price the cheapest, else the newest is first (GAL-06)', () => {
		const cards = [
			createCard(1, { volume: 4, floorPrice: 0.3 }),
			createCard(2, { volume: 9, floorPrice: 0 }),
			createCard(3, { volume: 4, floorPrice: 0.3 }),
		];
		expect(idsOf(filterCards(cards, { ...everything, sort: 'volume' }))).toEqual(['2', '3', '1']);
		expect(idsOf(filterCards(cards, { ...everything, sort: 'floor' }))).toEqual(['2', '3', '1']);
		expect(idsOf(filterCards(cards, { ...everything, sort: 'newest' }))).toEqual(['3', '2', '1']);
	});
});

test('amounts in different coins are not compared: the first of each coin come first; nothing is nothing in all', () => {
	const cards = [
		createCard(1, { volume: 100, floorPrice: 50, coin: 'POL' }),
		createCard(2, { volume: 900, floorPrice: 10, coin: 'POL' }),
		createCard(3, { volume: 2, floorPrice: 0.3, coin: 'SOL' }),
		createCard(4, { volume: 5, floorPrice: 0, coin: 'SOL' }),
		createCard(5, { volume: 0, floorPrice: 0.1, coin: 'ETH' }),
	];
	expect(idsOf(filterCards(cards, { ...everything, sort: 'volume' }))).toEqual(['4', '2', '3', '1', '5']);
	expect(idsOf(filterCards(cards, { ...everything, sort: 'floor' }))).toEqual(['4', '5', '2', '3', '1']);
	expect(idsOf(filterCards(cards, { ...everything, sort: 'newest' }))).toEqual(['5', '4', '3', '2', '1']);
});

describe('figures', () => {
	test('an explicit 0 is Free; other prices are in SOL to the last digit (AMB-08)', () => {
		expect([0, 0.1, 1_234.5, 0.000_000_001].map((value) => priceText(value, 'SOL'))).toEqual([
			'Free',
			'0.1 SOL',
			'1,234.5 SOL',
			'0.000000001 SOL',
		]);
		expect(amountText(0, 'SOL')).toBe('0 SOL');
	});

	test('ranks of fewer than 100 are provisional', () => {
		expect([hasProvisionalRarity({ imageCount: 99 }), hasProvisionalRarity({ imageCount: 100 })]).toEqual([
			true,
			false,
		]);
	});

	test('a preview keeps what else the address says', () => {
		expect(previewUrl('/a', '200')).toBe('/a?size=200');
		expect(previewUrl('/a?size=512&version=2', '200')).toBe('/a?size=200&version=2');
	});
});

describe('addresses', () => {
	test('of the gallery leave out what is usual and what is nonsense', () => {
		expect(toGallerySearchParams(everything)).toEqual({});
		expect(gallerySearchParams.parse({ q: 5, category: 'Sci-Fi', sort: 'newest', other: 1 })).toEqual({
			q: 5,
			category: 'Sci-Fi',
			sort: 'newest',
		});
		expect(gallerySearchParams.parse({ q: {}, category: 'pfp', sort: 'price' })).toEqual({});
	});

	test.each(['', '42', '042', '1e3', '#5', 'NaN', 'Infinity', '-0', 'true', 'null', 'Frost & Fire'])(
		'of a collection come back as they went with the search %j',
		(query) => {
			let traits = {};
			const choices = [
				{ trait: 'Race', value: 'Elf' },
				{ trait: '__proto__', value: 'constructor' },
				{ trait: 'toString', value: '' },
				{ trait: 'Race', value: 'Orc' },
			];
			for (const choice of choices) {
				expect(isSelected(traits, choice)).toBe(false);
				traits = toggleTrait(traits, choice);
			}
			const search = { query, sort: 'rank' as const, traits };
			const read = toTokenSearch(toTokenSearchParams(search));
			expect(read).toEqual(search);
			expect(getSelectedTraits(read.traits)).toHaveLength(4);
			for (const choice of choices) traits = toggleTrait(traits, choice);
			expect(getSelectedTraits(traits)).toEqual([]);
		},
	);

	test('rejects traits that are not lists of texts, and more of them than one search takes', () => {
		expect(tokenSearchParams.parse({ traits: { Race: 'Elf', Class: [1, 'Wizard'], Eyes: [] } })).toEqual({
			traits: { Class: ['Wizard'] },
		});
		expect(tokenSearchParams.parse({ traits: ['Elf'], sort: 'number' })).toEqual({});
		const many = { Race: Array.from({ length: 101 }, (_, place) => String(place)) };
		expect(isWithinSearchLimit(many)).toBe(false);
		expect(tokenSearchParams.parse({ traits: many })).toEqual({});
	});

	test('a picture is a whole number from 1', () => {
		expect(['4120', 7].map((value) => tokenNumberParam.parse(value))).toEqual([4120, 7]);
		const faulty = [0, -1, 1.5, 'x', undefined, null, {}];
		expect(faulty.map((value) => tokenNumberParam.parse(value))).toEqual(faulty.map(() => undefined));
	});
});
