import { expect, test } from 'vitest';
import { isPreviewed, listPreviewedNumbers } from './item-preview.ts';

const shown = { isDelayed: false, revealedAt: null };

test.each([
	[10_000, 12],
	[100, 12],
	[13, 12],
	[12, 12],
	[5, 5],
	[1, 1],
])('a sample of %i items is %i different ones of them, spread over all', (supply, count) => {
	const numbers = listPreviewedNumbers({ ...shown, itemPreview: 'sample', supply });
	expect(new Set(numbers).size).toBe(count);
	expect(numbers[0]).toBe(1);
	const gaps = [...numbers.slice(1), supply + 1].map((number, place) => number - numbers[place]!);
	expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
	for (const number of numbers) expect(isPreviewed({ ...shown, itemPreview: 'sample', supply }, number)).toBe(true);
});

test('of a sale with a sample the others are not shown, and of one that is covered none', () => {
	expect(isPreviewed({ itemPreview: 'sample', supply: 100, ...shown }, 2)).toBe(false);
	expect(isPreviewed({ itemPreview: 'covered', supply: 100, ...shown }, 1)).toBe(false);
	expect(isPreviewed({ itemPreview: 'all', supply: 100, ...shown }, 77)).toBe(true);
});

test('of a sale with a delayed reveal none is shown before, whatever its creator chose', () => {
	const sale = { itemPreview: 'all', supply: 100, isDelayed: true, revealedAt: null } as const;
	expect(isPreviewed(sale, 77)).toBe(false);
	expect(listPreviewedNumbers(sale)).toEqual([]);
	expect(isPreviewed({ ...sale, revealedAt: new Date() }, 77)).toBe(true);
});
