import { expect, test } from 'vitest';
import { formatShare } from './format-rarity.ts';

test('shares never round to zero what occurs, nor to all what some lack', () => {
	expect(
		[
			[0, 10],
			[1, 100_000],
			[1, 10_000],
			[94, 1_000],
			[1, 3],
			[3, 3],
			[99, 100],
			[1_272, 1_275],
			[9_999, 10_000],
			[99_999, 100_000],
			[199, 200],
			[0, 0],
		].map(([part, whole]) => formatShare(part!, whole!)),
	).toEqual(['0%', '<0.01%', '0.01%', '9.4%', '33%', '100%', '99%', '99.8%', '99.99%', '>99.99%', '99.5%', '0%']);
});
