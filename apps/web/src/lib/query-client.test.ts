import { QueryObserver } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../test/api.ts';
import { nobody } from '../test/fixtures.ts';
import { usePage } from '../test/setup.tsx';
import { createQueryClient, pollEvery, retryDelayMs } from './query-client.ts';
import { isSessionEnded, markSessionEnded } from './session-ended.ts';
import { createApiClient, trpc } from './trpc.ts';

usePage();

/** A client that asks the API for the statistics, as any query of the app does. */
function statsClient() {
	const client = createQueryClient();
	const { database } = createApiClient(window.location.origin);
	const queryFn = () => database.stats.query();
	return { client, stats: { queryKey: ['stats'], queryFn, retry: false } as const };
}

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

describe('a refused query', () => {
	test('QRY-06 throws on 401 and tells that the session has ended', async () => {
		api.use(procedure('database', 'stats', () => new Refusal(401, 'Sign in first.', {}, 'sign_in_required')));
		const { client, stats } = statsClient();
		await expect(client.fetchQuery(stats)).rejects.toThrow('Authentication required. Please log in with Discord.');
		expect(isSessionEnded()).toBe(true);
	});

	test('is polled no more once the session has ended', async () => {
		const asked = vi.fn();
		api.use(
			procedure('database', 'stats', () => {
				asked();
				return new Refusal(401, 'Sign in first.', {}, 'sign_in_required');
			}),
		);
		const { client, stats } = statsClient();
		const observer = new QueryObserver(client, { ...stats, refetchInterval: pollEvery(20) });
		const stop = observer.subscribe(() => {});
		await vi.waitFor(() => expect(isSessionEnded()).toBe(true));
		// The poll that was set when the refusal came may still go out.
		await new Promise((resolve) => setTimeout(resolve, 200));
		stop();
		expect(asked.mock.calls.length).toBeLessThanOrEqual(2);
	});

	test.each([
		['no_access', true],
		['not_allowed', true],
		['page_locked', false],
	] as const)('asks again who this is after 403 %s: %s', async (reason, asksAgain) => {
		api.use(procedure('database', 'stats', () => new Refusal(403, 'No.', {}, reason)));
		const { client, stats } = statsClient();
		const checkKey = getQueryKey(trpc.auth.check, undefined, 'query');
		client.setQueryData(checkKey, nobody);
		await expect(client.fetchQuery(stats)).rejects.toThrow('Access denied. Please check your permissions.');
		expect(client.getQueryState(checkKey)?.isInvalidated).toBe(asksAgain);
		expect(isSessionEnded()).toBe(false);
	});
});

test.each([
	['wrong_password', false],
	['sign_in_required', true],
] as const)('a password refused with 401 %s ends the session: %s', async (reason, ends) => {
	api.use(procedure('auth', 'signInWithPassword', () => new Refusal(401, 'No.', {}, reason)));
	const client = createQueryClient();
	const { auth } = createApiClient(window.location.origin);
	const mutation = client.getMutationCache().build(client, {
		mutationFn: () => auth.signInWithPassword.mutate({ kind: 'premium', password: 'x' }),
		meta: { signsIn: true },
	});
	await expect(mutation.execute(undefined)).rejects.toThrow();
	expect(isSessionEnded()).toBe(ends);
});
