import { describe, expect, it } from 'vitest';
import { inventLandscapeNames, isLandscapeName, landscapeNameCount } from './landscape-names.ts';
import { createRandomStream } from './prng.ts';

describe('inventLandscapeNames', () => {
	it('names the largest batch without a repeat, all from the grammar, all short enough to be steered by', () => {
		const names = inventLandscapeNames(10_000, createRandomStream('seed', 'landscapes'));
		expect(new Set(names).size).toBe(10_000);
		expect(names.every(isLandscapeName)).toBe(true);
		expect(names.every((name) => /^[\x20-\x7e]{10,60}$/.test(name))).toBe(true);
		expect(landscapeNameCount).toBeGreaterThan(100_000);
	});

	it('repeats itself for the same seed only, and leaves out names that are taken', () => {
		const [first, second] = ['a', 'b'].map((seed) => inventLandscapeNames(50, createRandomStream(seed, 'l')));
		expect(inventLandscapeNames(50, createRandomStream('a', 'l'))).toEqual(first);
		expect(second).not.toEqual(first);
		const others = inventLandscapeNames(50, createRandomStream('a', 'l'), first);
		expect(others.filter((name) => first!.includes(name))).toEqual([]);
	});

	it('knows its own names from other text', () => {
		expect(isLandscapeName('Amber Fjords of the Sleeping Moon')).toBe(true);
		for (const text of [
			'',
			'Amber Fjords',
			'Amber Fjords of',
			'amber fjords of the sleeping moon',
			'Draw a cat of Yesterday',
		]) {
			expect(isLandscapeName(text)).toBe(false);
		}
	});
});
