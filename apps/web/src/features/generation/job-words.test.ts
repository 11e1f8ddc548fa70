import { describe, expect, test } from 'vitest';
import { costText, nextPacificMidnight, pauseText, tabTitle } from './components/job-words.ts';

describe('when a key’s day ends', () => {
	test.each([
		['in winter time', '2026-11-21T16:30:15.250Z', '2026-11-22T08:00:00.000Z'],
		['in summer time', '2026-07-01T02:00:00.000Z', '2026-07-01T07:00:00.000Z'],
		['on the day that loses an hour', '2026-03-08T08:30:00.000Z', '2026-03-09T07:00:00.000Z'],
		['on the day that gains an hour', '2026-11-01T07:30:00.000Z', '2026-11-02T08:00:00.000Z'],
		['a moment after midnight', '2026-11-21T08:00:00.001Z', '2026-11-22T08:00:00.000Z'],
	])('it is midnight Pacific time %s', (_when, now, midnight) => {
		expect(nextPacificMidnight(new Date(now)).toISOString()).toBe(midnight);
	});
});

describe('the reason of a pause', () => {
	const now = new Date('2026-11-21T16:30:00Z');

	test('names the way out of each', () => {
		expect(pauseText('key_refused', now)).toMatch(/refused the API key.*resume with it or with another/);
		expect(pauseText('day_quota', now)).toMatch(/resets at midnight Pacific time, which is \d\d:\d\d on Nov 2\d, 2026/);
		expect(pauseText('storage_full', now)).toMatch(/no room/);
		expect(pauseText('user', now)).toMatch(/Paused by you/);
	});
});

test('small costs keep their decimals', () => {
	expect([0, 0.0039, 0.04, 3.9].map(costText)).toEqual(['$0.00', '$0.0039', '$0.04', '$3.90']);
});

test('the tab’s title has percent and name', () => {
	expect(tabTitle(42, 'Frost Court')).toBe('42 % – Frost Court');
});
