import { afterEach, describe, expect, test } from 'vitest';
import { createQueryClient, pollEvery, retryDelayMs } from './query-client.ts';
import { clearSessionEnded, markSessionEnded } from './session-ended.ts';

afterEach(clearSessionEnded);

describe('how data is fetched', () => {
	const { queries, mutations } = createQueryClient().getDefaultOptions();

	test('QRY-01 data is fresh for 5 minutes and kept for 10', () => {
		expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 600_000 });
	});

	test('QRY-02 a failed query is tried once more; the wait doubles from 1 s up to 30 s', () => {
		expect(queries?.retry).toBe(1);
		expect([0, 1, 2, 3, 4, 5, 6].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
	});

	test('QRY-03, QRY-04 nothing is fetched on window focus, and no mutation is sent twice', () => {
		expect(queries?.refetchOnWindowFocus).toBe(false);
		expect(mutations?.retry).toBe(false);
	});

	test('polling rests once the session has ended', () => {
		const interval = pollEvery(3_000);
		expect(interval()).toBe(3_000);
		markSessionEnded();
		expect(interval()).toBe(false);
	});
});
