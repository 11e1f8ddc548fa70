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
	test('races fill pages of 20, the first to its end and the last with those that remain (GEN-04)', () => {
		const { entries, pageCount } = paginate(races, 0, 20);
		expect(entries).toEqual(races.slice(0, 20));
		expect(pageCount).toBe(Math.ceil(races.length / 20));
		const last = paginate(races, pageCount - 1, 20).entries;
		expect(last).toEqual(races.slice((pageCount - 1) * 20));
		expect(last.length).toBeGreaterThan(0);
	});

	test('a page beyond the end is the last one', () => {
		expect(paginate([1, 2, 3], 9, 2)).toEqual({ entries: [3], page: 1, pageCount: 2 });
	});
});

test('a changed selection keeps the order of the list', () => {
	expect(toggleValues(['a', 'b', 'c'], ['c'], ['a'], true)).toEqual(['a', 'c']);
	expect(toggleValues(['a', 'b', 'c'], ['a', 'c'], ['a', 'b'], false)).toEqual(['c']);
});
