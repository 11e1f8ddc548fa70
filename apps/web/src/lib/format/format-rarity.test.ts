import { expect, test } from 'vitest';
import { formatShare } from './format-rarity.ts';

test('shares never round to zero what occurs', () => {
	expect(
		[
			[0, 10],
			[1, 100_000],
			[1, 10_000],
			[94, 1_000],
			[1, 3],
			[3, 3],
			[0, 0],
		].map(([part, whole]) => formatShare(part!, whole!)),
	).toEqual(['0%', '<0.01%', '0.01%', '9.4%', '33%', '100%', '0%']);
});
