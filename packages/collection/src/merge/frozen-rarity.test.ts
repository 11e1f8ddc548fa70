import { describe, expect, it } from 'vitest';
import { isTier } from '../rarity/rarity.ts';
import { createToken, freeze, generated, mergeOptions, readFiles, readJson } from './merge-testing.ts';
import type { MergeSource } from './read-tokens.ts';

describe('the Rarity that a merge writes', () => {
	it('is that of the new ranks for all tokens where some have one from here, but over no other scale', () => {
		const sources = [
			generated('Elves', 'a'),
			{
				name: 'Cats',
				tokens: [
					createToken('cat.png', { Hat: 'Red', Rarity: 'SSR' }),
					createToken('dog.png', { Hat: 'Blue' }),
					createToken('owl.png', { Hat: 'Blue', Rarity: 'Legendary' }),
					createToken('fox.png', null),
				],
			},
		];
		const archive = freeze(sources);
		const files = readFiles(archive, sources);
		const stated = archive.tokens.map(
			({ attributes }) => attributes.find(({ trait_type }) => trait_type === 'Rarity')?.value,
		);
		expect(stated.slice(0, 20)).toEqual(archive.tokens.slice(0, 20).map(({ tier }) => tier));
		expect(new Set(stated.slice(0, 20)).size).toBeGreaterThan(1);
		expect(stated.slice(20)).toEqual(['SSR', ...archive.tokens.slice(21).map(({ tier }) => tier)]);
		expect(stated[22]).toBe('Common');
		const { tokens } = readJson(files, 'manifest.json') as { tokens: { derivedRarity?: true }[] };
		expect(tokens.flatMap(({ derivedRarity }, index) => (derivedRarity ? [] : [index]))).toEqual([20]);
		const third = readJson(files, 'metadata/3.json');
		expect(third.description).toMatch(/^[\w ]+, number 3 of One Court\.$/);
		expect(third).toMatchObject({
			name: 'One Court #3',
			symbol: 'ADX',
			collection: { name: 'One Court', family: 'One Court' },
		});
		expect(third.attributes).toEqual(archive.tokens[2]!.attributes);
	});

	it('is what it was where none is from here, or where it is called otherwise now', () => {
		const foreign = [
			{ name: 'Cats', tokens: [createToken('cat.png', { Hat: 'Red', Rarity: 'Rare' }), createToken('dog.png', null)] },
		];
		const valuesOf = (sources: readonly MergeSource[], options = mergeOptions()) =>
			freeze(sources, options).tokens.map(({ attributes }) => attributes.find(({ value }) => isTier(value))?.value);
		expect(valuesOf(foreign)).toEqual(['Rare', undefined]);
		const renamed = mergeOptions({ fixes: { renames: { Rarity: 'Grade' } } });
		expect(valuesOf([...foreign, generated('Elves', 'a', 3)], renamed)).toEqual([
			'Rare',
			undefined,
			...Array<string>(3).fill('Legendary'),
		]);
	});
});
