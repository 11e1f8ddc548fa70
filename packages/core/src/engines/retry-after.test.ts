import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

describe('how long a service asks to wait', () => {
	it.each<[Record<string, string>, number | null]>([
		[{}, null],
		[{ 'retry-after-ms': '1500' }, 1_500],
		[{ 'retry-after': '2.5' }, 2_500],
		[{ 'retry-after-ms': '10', 'retry-after': '99' }, 10],
		[{ 'retry-after': 'Fri, 27 Nov 2026 10:00:30 GMT', date: 'Fri, 27 Nov 2026 10:00:00 GMT' }, 30_000],
		[{ 'retry-after': 'Fri, 27 Nov 2026 09:00:00 GMT', date: 'Fri, 27 Nov 2026 10:00:00 GMT' }, 0],
		[{ 'retry-after': 'Sun, 27 Dec 2026 10:00:00 GMT', date: 'Fri, 27 Nov 2026 10:00:00 GMT' }, 86_400_000],
		[{ 'retry-after': 'soon' }, null],
		[{ 'retry-after': '-5' }, null],
		[{ 'retry-after': '1e9' }, null],
		[{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
		[{ 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '6m0s' }, null],
		[
			{
				'x-ratelimit-remaining-images': '0',
				'x-ratelimit-reset-images': '120ms',
				'x-ratelimit-remaining-tokens': '0',
				'x-ratelimit-reset-tokens': '1.5s',
			},
			1_500,
		],
		[{ 'x-ratelimit-remaining-images': '0', 'x-ratelimit-reset-images': '1d2h' }, 86_400_000],
		[{ 'x-ratelimit-remaining-images': '0', 'x-ratelimit-reset-images': 'never' }, null],
	])('reads %j as %s', (headers, expected) => {
		expect(parseRetryAfter(headers)).toBe(expected);
	});
});
