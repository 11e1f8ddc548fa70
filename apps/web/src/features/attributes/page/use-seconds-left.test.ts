import { expect, test } from 'vitest';
import { getRunSecondsLeft } from './use-seconds-left.ts';

test('time left follows the rate since a run was first seen, and is not guessed without one', () => {
	const first = { processedImages: 20, atMs: 1_000 };
	expect(getRunSecondsLeft(first, { processedImages: 60, atMs: 3_000 }, 100)).toBe(2);
	expect(getRunSecondsLeft(first, first, 100)).toBeNull();
	expect(getRunSecondsLeft(first, { processedImages: 100, atMs: 3_000 }, 100)).toBeNull();
	expect(getRunSecondsLeft(first, { processedImages: 60, atMs: 1_000 }, 100)).toBeNull();
});
