import { races } from '@adx/validators/catalogue/races';
import { describe, expect, test } from 'vitest';
import { filterOptions, paginate, toggleValues } from './option-search.ts';

const valuesFor = (typed: string) => filterOptions(races, typed).map((race) => race.value);

describe('searching options', () => {
	test('finds by the beginning of a label', () => {
		expect(valuesFor('tief')).toEqual(['tiefling']);
	});

	test('finds by a word of the family, e.g. cat', () => {
		expect(valuesFor('cat')).toEqual(expect.arrayContaining(['tabaxi', 'leonin']));
	});

	test.each(['yuanti', 'YUAN TI', 'yuán-ti'])('ignores case, accents, hyphens and spaces: %s', (typed) => {
		expect(valuesFor(typed)).toContain('yuan-ti');
	});

	test('an empty search finds everything in its order', () => {
		expect(valuesFor('  ')).toEqual(races.map((race) => race.value));
	});
});

describe('pages', () => {
	test('GEN-04 55 races make 3 pages, the first with 20', () => {
		const first = paginate(races, 0, 20);
		expect([first.entries.length, first.pageCount, paginate(races, 2, 20).entries.length]).toEqual([20, 3, 15]);
	});

	test('a page beyond the end is the last one', () => {
		expect(paginate([1, 2, 3], 9, 2)).toEqual({ entries: [3], page: 1, pageCount: 2 });
	});
});

test('a changed selection keeps the order of the list', () => {
	expect(toggleValues(['a', 'b', 'c'], ['c'], ['a'], true)).toEqual(['a', 'c']);
	expect(toggleValues(['a', 'b', 'c'], ['a', 'c'], ['a', 'b'], false)).toEqual(['c']);
});
