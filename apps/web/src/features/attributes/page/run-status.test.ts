import { expect, test } from 'vitest';
import { secondsLeft } from './run-status.ts';

test('time left follows the rate since a run was first seen, and is not guessed without one', () => {
	const first = { processedImages: 20, atMs: 1_000 };
	expect(secondsLeft(first, { processedImages: 60, atMs: 3_000 }, 100)).toBe(2);
	expect(secondsLeft(first, first, 100)).toBeNull();
	expect(secondsLeft(first, { processedImages: 100, atMs: 3_000 }, 100)).toBeNull();
	expect(secondsLeft(first, { processedImages: 60, atMs: 1_000 }, 100)).toBeNull();
});
