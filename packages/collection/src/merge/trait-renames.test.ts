import { expect, it } from 'vitest';
import { createToken } from './merge-testing.ts';
import { listTraits } from './trait-renames.ts';

const sources = [
	{ name: 'A', tokens: [createToken('1.png', { Hat: 'Red', Cape: 'Long' }), createToken('2.png', { Hat: 'Blue' })] },
	{ name: 'B', tokens: [createToken('1.png', { 'hat ': 'Red', Hat: 'Blue' }), createToken('2.png', null)] },
];

it('lists the traits as they are written, the most frequent first', () => {
	expect(listTraits(sources).map(({ name, tokens, repeats }) => [name, tokens, repeats])).toEqual([
		['Hat', 3, 0],
		['Cape', 1, 0],
		['hat ', 1, 0],
	]);
	expect(listTraits([])).toEqual([]);
	expect(listTraits([{ name: 'A', tokens: [createToken('1.png', {})] }])).toEqual([]);
});

it('tells how many tokens would have the new name twice, whether it was there or is new to both', () => {
	const repeats = (renames: Record<string, string>) =>
		Object.fromEntries(listTraits(sources, renames).map((trait) => [trait.name, trait.repeats]));
	expect(repeats({ 'hat ': 'Hat' })).toEqual({ Hat: 0, Cape: 0, 'hat ': 1 });
	expect(repeats({ Cape: 'Top', Hat: 'Top' })).toEqual({ Hat: 1, Cape: 1, 'hat ': 0 });
	expect(repeats({ Hat: 'Hat' })).toEqual({ Hat: 0, Cape: 0, 'hat ': 0 });
	expect(repeats({ Gone: 'Hat' })).toEqual({ Hat: 0, Cape: 0, 'hat ': 0 });
});

it('counts 10,000 tokens', () => {
	const tokens = Array.from({ length: 10_000 }, (_, index) => createToken(`${index}.png`, { Hat: `${index % 7}` }));
	expect(listTraits([{ name: 'A', tokens }], { Hat: 'Cap' })).toEqual([{ name: 'Hat', tokens: 10_000, repeats: 0 }]);
});
