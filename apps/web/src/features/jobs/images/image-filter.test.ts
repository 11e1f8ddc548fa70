import { describe, expect, test } from 'vitest';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { createImage, createPlannedImage } from '../../../test/fixtures.ts';
import { filterImages, type ImageFilter } from './image-filter.ts';
import {
	groupedValue,
	inventedLandscape,
	parseTraits,
	serializeTraits,
	type TraitValue,
	valueLabel,
} from './image-traits.ts';
import { jobSearchParams, toJobSearch, toJobSearchParams } from './job-search-params.ts';
import { countImageTraits, countRefusals, countTiers } from './trait-counts.ts';

const image = (number: number, changes: Partial<JobImage> = {}) => createImage('job-1', number, changes);
const numbers = (images: readonly (JobImage | undefined)[]) => images.map((found) => found?.tokenNumber);
const whole: ImageFilter = { shown: 'all', sort: 'number', traits: [] };
const elf: TraitValue = { trait: 'race', value: 'elf' };
const orc: TraitValue = { trait: 'race', value: 'orc' };
const wizard: TraitValue = { trait: 'class', value: 'wizard' };

describe('the order of a job’s images', () => {
	const images = [
		image(1, { rarityRank: 4 }),
		image(2, { rarityRank: 1, mark: 'kept' }),
		image(3, { rarityRank: 3, mark: 'rejected', locked: true }),
		image(4, { rarityRank: 1, state: 'failed', imageUrl: null, failure: 'blocked' }),
		createPlannedImage('job-1', 5),
	];

	test('without filter and sort nothing moves, and what is not fetched keeps its place', () => {
		const entries = [undefined, ...images];
		expect(filterImages(entries, whole)).toBe(entries);
	});

	test('those that drift furthest come first, those of which it is not known last', () => {
		const drifting = images.map((entry, place) => ({ ...entry, drift: [0.2, 0.5, null, 0.5, null][place] ?? null }));
		expect(numbers(filterImages(drifting, { ...whole, sort: 'drift' }))).toEqual([2, 4, 1, 3, 5]);
	});

	test('the rarest come first, equal ranks by number', () => {
		expect(numbers(filterImages(images, { ...whole, sort: 'rarity' }))).toEqual([2, 4, 3, 1, 5]);
	});

	test.each([
		['stored', [1, 2, 3]],
		['open', [5]],
		['failed', [4]],
		['undecided', [1]],
		['kept', [2]],
		['rejected', [3]],
		['locked', [3]],
	] as const)('%s narrows to %j', (shown, expected) => {
		expect(numbers(filterImages(images, { ...whole, shown }))).toEqual(expected);
	});

	test('values of one trait are alternatives, different traits must hold together', () => {
		const five = [1, 2, 3, 4, 5].map((number) => image(number));
		expect(numbers(filterImages(five, { ...whole, traits: [elf, orc] }))).toEqual([1, 4]);
		expect(numbers(filterImages(five, { ...whole, traits: [elf, wizard] }))).toEqual([1]);
	});
});

describe('invented landscapes', () => {
	const inland = (number: number, background: string, changes: Partial<JobImage> = {}) =>
		image(number, { traits: { ...image(number).traits, background }, ...changes });
	const images = [
		inland(1, 'Ember Fjord of Wolves'),
		inland(2, 'Silent Glacier'),
		image(3),
		createPlannedImage('job-1', 4),
	];
	const invented: TraitValue = { trait: 'background', value: inventedLandscape };

	test('are one value of many images, beside the named ones', () => {
		expect(countImageTraits(images).values.get('background')).toEqual([
			{ ...invented, planned: 2, got: 2 },
			{ trait: 'background', value: 'forest-glade', planned: 2, got: 1 },
		]);
		expect(valueLabel(invented)).toBe('Invented landscapes, each its own');
	});

	test('ten thousand of them leave the lists as short as two', () => {
		const many = Array.from({ length: 10_000 }, (_, place) => inland(place + 1, `Landscape ${place}`));
		const { values, total } = countImageTraits(many);
		expect(values.get('background')).toEqual([{ ...invented, planned: 10_000, got: 10_000 }]);
		expect([...values.values()].flat().length).toBeLessThan(30);
		expect(total).toBe(10_000);
	});

	test('are filtered together, and one of them by its own name', () => {
		expect(numbers(filterImages(images, { ...whole, traits: [invented] }))).toEqual([1, 2]);
		const glacier: TraitValue = { trait: 'background', value: 'Silent Glacier' };
		expect(numbers(filterImages(images, { ...whole, traits: [glacier] }))).toEqual([2]);
		expect(parseTraits(serializeTraits([invented]))).toEqual([invented]);
	});

	test('each still tells how many images share it', () => {
		const { sharedBy } = countImageTraits([...images, inland(5, 'Silent Glacier')]);
		expect(sharedBy({ trait: 'background', value: 'Silent Glacier' })).toBe(2);
		expect(sharedBy({ trait: 'background', value: 'Ember Fjord of Wolves' })).toBe(1);
	});

	test('values of other traits are never folded', () => {
		expect(groupedValue('items', 'Sword')).toBe('Sword');
		expect(groupedValue('background', 'purple-blue-gradient')).toBe('purple-blue-gradient');
	});

	test('refused ones count as one suspect', () => {
		const blocked = { state: 'failed', imageUrl: null, failure: 'blocked' } as const;
		const tried = [inland(1, 'Ember Fjord', blocked), inland(2, 'Silent Glacier', blocked), image(3)];
		expect(countRefusals(tried)).toContainEqual({ ...invented, tried: 2, refused: 2 });
	});
});

describe('the address of a job’s page', () => {
	test('a search survives the way into the address and back', () => {
		const search = toJobSearch({
			tab: 'plan',
			show: 'kept',
			sort: 'rarity',
			trait: 'race:elf~class:wizard',
			sheet: true,
		});
		expect(toJobSearch(jobSearchParams.parse(toJobSearchParams(search)))).toEqual(search);
		expect(search.order.traits).toEqual([elf, wizard]);
	});

	test('what is usual is left out', () => {
		expect(toJobSearchParams(toJobSearch({}))).toEqual({});
	});

	test('?review=1 opens the review', () => {
		expect(jobSearchParams.parse({ review: 1 })).toEqual({ tab: 'review' });
	});

	test('rejects what it does not know, without a word', () => {
		const typed = { tab: 'toString', show: 7, sort: null, trait: 'height:tall~race:~elf', sheet: 'yes' };
		expect(jobSearchParams.parse(typed)).toEqual({});
	});

	test.each([
		[{ tab: 'images', show: 'all', sort: 'number', trait: '' }, {}],
		[
			{ image: 'image-3', filters: '1', sheet: true },
			{ sheet: true, filters: true, image: 'image-3' },
		],
		[{ review: true, tab: 'files', image: 3 }, { tab: 'review' }],
		[{ trait: 'race:elf~height:tall~class:wizard', other: 'x' }, { trait: 'race:elf~class:wizard' }],
	])('%j is read as %j', (typed, read) => {
		expect(JSON.stringify(jobSearchParams.parse(typed))).toBe(JSON.stringify(read));
	});

	test('a value may hold a colon', () => {
		const traits: TraitValue[] = [{ trait: 'background', value: 'The Fjord: Night' }];
		expect(parseTraits(serializeTraits(traits))).toEqual(traits);
	});
});

describe('counts of traits', () => {
	const images = [image(1), image(2), image(3), image(6), createPlannedImage('job-1', 4)];

	test('tell planned from drawn, the rarest first', () => {
		expect(countImageTraits(images).values.get('race')).toEqual([
			{ trait: 'race', value: 'dragonborn', planned: 1, got: 1 },
			{ trait: 'race', value: 'orc', planned: 1, got: 0 },
			{ trait: 'race', value: 'tabaxi', planned: 1, got: 1 },
			{ trait: 'race', value: 'elf', planned: 2, got: 2 },
		]);
	});

	test('every tier is there, also an empty one', () => {
		expect(countTiers(images).map(({ tier, planned, got }) => [tier, planned, got])).toEqual([
			['Legendary', 0, 0],
			['Epic', 0, 0],
			['Rare', 0, 0],
			['Uncommon', 0, 0],
			['Common', 5, 4],
		]);
	});

	test('refusals: by share of what was tried; what all images share says nothing', () => {
		const blocked = { state: 'failed', imageUrl: null, failure: 'blocked' } as const;
		// Races by number: elf, tabaxi, dragonborn, orc, human; classes: wizard, ranger, paladin.
		const tried = [
			image(1, blocked),
			image(2),
			image(3),
			image(6, blocked),
			image(4, { failure: 'blocked' }),
			createPlannedImage('job-1', 7),
		];
		const rows = countRefusals(tried).map(
			({ trait, value, refused, tried: of }) => `${trait} ${value} ${refused}/${of}`,
		);
		expect(rows).toEqual(['race elf 2/2', 'class wizard 2/2', 'race orc 1/1', 'class paladin 1/2']);
	});
});
