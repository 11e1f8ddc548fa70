import { type MergeFixes, mergeFixesSchema } from '@adx/validators/merge';
import { expect, it } from 'vitest';
import { createToken } from './merge-testing.ts';
import { findNamedTrait, listNamedTraits } from './named-traits.ts';

const toFixes = (renames: Record<string, string>, changes: Partial<MergeFixes> = {}) =>
	mergeFixesSchema.parse({ renames, ...changes });

const sources = [
	{ name: 'A', tokens: [createToken('1.png', { Hat: 'Red', Cape: 'Long' }), createToken('2.png', { Hat: 'Blue' })] },
	{ name: 'B', tokens: [createToken('1.png', { 'hat ': 'Red', Hat: 'Blue' }), createToken('2.png', null)] },
];

it('lists the traits as they are written, the most frequent first', () => {
	expect(
		listNamedTraits(sources, toFixes({}, { traitNames: 'keep' })).map(({ name, tokens, repeats }) => [
			name,
			tokens,
			repeats,
		]),
	).toEqual([
		['Hat', 3, 0],
		['Cape', 1, 0],
		['hat ', 1, 0],
	]);
	expect(listNamedTraits([], toFixes({}))).toEqual([]);
	expect(listNamedTraits([{ name: 'A', tokens: [createToken('1.png', {})] }], toFixes({}))).toEqual([]);
});

it('tells how many tokens would have the new name twice, whether it was there or is new to both', () => {
	const repeats = (renames: Record<string, string>) =>
		Object.fromEntries(
			listNamedTraits(sources, toFixes(renames, { traitNames: 'keep' })).map((trait) => [trait.name, trait.repeats]),
		);
	expect(repeats({ 'hat ': 'Hat' })).toEqual({ Hat: 0, Cape: 0, 'hat ': 1 });
	expect(repeats({ Cape: 'Top', Hat: 'Top' })).toEqual({ Hat: 1, Cape: 1, 'hat ': 0 });
	expect(repeats({ Hat: 'Hat' })).toEqual({ Hat: 0, Cape: 0, 'hat ': 0 });
	expect(repeats({ Gone: 'Hat' })).toEqual({ Hat: 0, Cape: 0, 'hat ': 0 });
});

it('lists a trait once where its spellings are unified, and counts the tokens of all of them', () => {
	const list = (renames: Record<string, string>) => listNamedTraits(sources, toFixes(renames));
	expect(list({})).toEqual([
		{ name: 'Hat', spellings: ['Hat', 'hat '], tokens: 3, repeats: 0 },
		{ name: 'Cape', spellings: ['Cape'], tokens: 1, repeats: 0 },
	]);
	expect(findNamedTrait(list({}), 'hat ')).toMatchObject({ name: 'Hat', tokens: 3 });
	expect(findNamedTrait(list({}), 'HAT')).toBeUndefined();
	const repeats = (renames: Record<string, string>) => list(renames).map((trait) => [trait.name, trait.repeats]);
	expect(repeats({ 'hat ': 'CAPE' })).toEqual([
		['Hat', 1],
		['Cape', 0],
	]);
	expect(repeats({ Hat: 'HAT' })).toEqual([
		['Hat', 0],
		['Cape', 0],
	]);
});

it('lists spellings that are renamed differently by themselves, as the merge renames them', () => {
	const traits = listNamedTraits(sources, toFixes({ Hat: 'Top', 'hat ': 'Cap' }));
	expect(traits.map(({ name, tokens }) => [name, tokens])).toEqual([
		['Hat', 3],
		['Cape', 1],
		['hat ', 1],
	]);
});

it('counts 10,000 tokens', () => {
	const tokens = Array.from({ length: 10_000 }, (_, index) => createToken(`${index}.png`, { Hat: `${index % 7}` }));
	expect(listNamedTraits([{ name: 'A', tokens }], toFixes({ Hat: 'Cap' }))).toEqual([
		{ name: 'Hat', spellings: ['Hat'], tokens: 10_000, repeats: 0 },
	]);
});

it('counts no token that is left out, and lists no trait that only such tokens have', () => {
	const tokens = [
		createToken('1.png', { Hat: 'Red' }, { sha256: 'same' }),
		createToken('2.png', { Hat: 'Blue', Cape: 'Long' }, { sha256: 'same' }),
		createToken('3.png', { Hat: 'Red' }),
	];
	const list = (changes: Partial<MergeFixes>) =>
		listNamedTraits([{ name: 'A', tokens }], toFixes({ Hat: 'Cape' }, changes)).map((trait) => [
			trait.name,
			trait.tokens,
			trait.repeats,
		]);
	expect(list({})).toEqual([
		['Hat', 3, 1],
		['Cape', 1, 0],
	]);
	expect(list({ duplicateImages: 'drop' })).toEqual([['Hat', 2, 0]]);
	expect(list({ duplicateImages: 'drop', duplicateTraits: 'drop' })).toEqual([['Hat', 1, 0]]);
});
