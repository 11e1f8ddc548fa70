import { expect, test } from 'vitest';
import { formatBytes, formatDuration } from './format-quantity.ts';

test('sizes', () => {
	expect([0, 999, 1_000, 1_500_000, 123_456_789, 5e9].map(formatBytes)).toEqual([
		'0 B',
		'999 B',
		'1.0 kB',
		'1.5 MB',
		'123 MB',
		'5.0 GB',
	]);
});

test('durations', () => {
	expect([0.2, 45, 59.7, 61, 3_599, 4_800].map(formatDuration)).toEqual([
		'1 s',
		'45 s',
		'1 min',
		'1 min',
		'1 h 0 min',
		'1 h 20 min',
	]);
});
