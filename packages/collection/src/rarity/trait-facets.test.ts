import { describe, expect, it } from 'vitest';
import { traitFacets } from './trait-facets.ts';

const tokensWith = (values: readonly string[]) => values.map((value) => [{ trait_type: 'Serial', value }]);
const serials = (count: number) => Array.from({ length: count }, (_, place) => `u${place + 1}`);

describe('traitFacets', () => {
	it('lists the most frequent values first, equally frequent ones in natural order, and needs no count of few', () => {
		expect(traitFacets(tokensWith(['u10', 'u2', 'u10', 'u1']))).toEqual([
			{
				trait: 'Serial',
				values: [
					{ value: 'u10', count: 2 },
					{ value: 'u1', count: 1 },
					{ value: 'u2', count: 1 },
				],
			},
		]);
		expect(traitFacets(tokensWith(serials(499)))[0]).not.toHaveProperty('valueCount');
	});

	it('tells how many values there are of a trait with more than 500', () => {
		const [facet] = traitFacets(tokensWith([...serials(2_000), 'u1999']));
		expect(facet).toMatchObject({ trait: 'Serial', valueCount: 2_000 });
		expect(facet?.values).toHaveLength(500);
		expect(facet?.values[0]).toEqual({ value: 'u1999', count: 2 });
	});
});
