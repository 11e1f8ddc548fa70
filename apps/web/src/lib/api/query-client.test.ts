import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { getQueryKey } from '@trpc/react-query';
import { describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../test/api.ts';
import { signedInAs, signedOut, stats } from '../../test/fixtures.ts';
import { usePage } from '../../test/setup.tsx';
import { setLive } from './live/live-state.ts';
import { createQueryClient, pollEvery, retryDelayMs } from './query-client.ts';
import { isSessionEnded, markSessionEnded } from './session-ended.ts';
import { createApiClient, trpc } from './trpc.ts';

usePage();

/** A client that asks the API for the statistics, as any query of the app does. */
function statsClient() {
	const client = createQueryClient();
	const { database } = createApiClient(window.location.origin);
	const queryFn = () => database.stats.query();
	return { client, query: { queryKey: ['stats'], queryFn, retry: false } as const };
}

describe('how data is fetched', () => {
	const { queries, mutations } = createQueryClient().getDefaultOptions();

	test('data is fresh for 5 minutes and kept for 10 (QRY-01)', () => {
		expect(queries).toMatchObject({ staleTime: 300_000, gcTime: 600_000 });
	});

	test('a failed query is tried once more; the wait doubles from 1 s up to 30 s (QRY-02)', () => {
		expect(queries?.retry).toBe(1);
		expect(queries?.retryDelay).toBe(retryDelayMs);
		expect([0, 1, 2, 3, 4, 5, 6].map(retryDelayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
	});

	test('nothing is fetched on window focus, and no mutation is sent twice (QRY-03, QRY-04)', () => {
		expect(queries?.refetchOnWindowFocus).toBe(false);
		expect(mutations?.retry).toBe(false);
	});

	test('polling rests while the page is told of changes, but not after an answer that failed to come', () => {
		const interval = pollEvery(10_000);
		setLive(true);
		try {
			expect(interval({ state: { status: 'success' } })).toBe(60_000);
			expect(interval({ state: { status: 'error' } })).toBe(10_000);
		} finally {
			setLive(false);
		}
	});

	test('polling rests once the session has ended', async () => {
		const interval = pollEvery(20);
		expect(interval()).toBe(20);
		const asked = vi.fn(() => stats);
		api.use(procedure('database', 'stats', asked));
		const { client, query } = statsClient();
		const observer = new QueryObserver(client, { ...query, staleTime: 0, refetchInterval: interval });
		const stop = observer.subscribe(() => {});
		await waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2));
		markSessionEnded();
		expect(interval()).toBe(false);
		// The poll that was set before may still go out.
		const before = asked.mock.calls.length;
		await new Promise((resolve) => setTimeout(resolve, 200));
		stop();
		expect(asked.mock.calls.length).toBeLessThanOrEqual(before + 2);
	});
});

const signInFirst = () => new Refusal(401, 'Sign in first.', {}, 'sign_in_required');
const checkKey = getQueryKey(trpc.auth.check, undefined, 'query');

/** Whether the client believes its answer to who this is to be out of date. */
const asksWhoThisIs = (client: QueryClient) => client.getQueryState(checkKey)?.isInvalidated;

describe('a refused query', () => {
	test('throws on 401 and asks again who this is, without a word of its own on the session (QRY-06)', async () => {
		api.use(procedure('database', 'stats', signInFirst));
		const { client, query } = statsClient();
		client.setQueryData(checkKey, signedInAs('creator'));
		await expect(client.fetchQuery(query)).rejects.toThrow('Authentication required. Please log in with Discord.');
		expect(asksWhoThisIs(client)).toBe(true);
		expect(isSessionEnded()).toBe(false);
	});

	test('asks no more who this is once the session has ended', async () => {
		api.use(procedure('database', 'stats', signInFirst));
		const { client, query } = statsClient();
		client.setQueryData(checkKey, signedOut);
		markSessionEnded();
		await expect(client.fetchQuery(query)).rejects.toThrow();
		expect(asksWhoThisIs(client)).toBe(false);
	});

	test('rejects going round in a circle when the check itself is refused', async () => {
		const asked = vi.fn(signInFirst);
		api.use(procedure('auth', 'check', asked));
		const client = createQueryClient();
		const { auth } = createApiClient(window.location.origin);
		const check = { queryKey: checkKey, queryFn: () => auth.check.query(), retry: false } as const;
		const observer = new QueryObserver(client, check);
		const stop = observer.subscribe(() => {});
		await waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
		await new Promise((resolve) => setTimeout(resolve, 100));
		stop();
		expect(asked).toHaveBeenCalledOnce();
	});

	test('many refusals at once share one question', async () => {
		const asked = vi.fn();
		api.use(
			procedure('database', 'stats', signInFirst),
			procedure('auth', 'check', async () => {
				asked();
				await new Promise((resolve) => setTimeout(resolve, 50));
				return signedOut;
			}),
		);
		const { client, query } = statsClient();
		client.setQueryData(checkKey, signedInAs('creator'));
		const { auth } = createApiClient(window.location.origin);
		const observer = new QueryObserver(client, { queryKey: checkKey, queryFn: () => auth.check.query() });
		const stop = observer.subscribe(() => {});
		const calls = [1, 2, 3, 4].map((number) => client.fetchQuery({ ...query, queryKey: ['stats', number] }));
		await Promise.allSettled(calls);
		await waitFor(() => expect(observer.getCurrentResult().data).toEqual(signedOut));
		stop();
		expect(asked).toHaveBeenCalledOnce();
	});

	test.each([
		['no_access', true],
		['not_allowed', true],
		['page_locked', false],
	] as const)('asks again who this is after 403 %s: %s', async (reason, asksAgain) => {
		api.use(procedure('database', 'stats', () => new Refusal(403, 'No.', {}, reason)));
		const { client, query } = statsClient();
		client.setQueryData(checkKey, signedOut);
		await expect(client.fetchQuery(query)).rejects.toThrow('Access denied. Please check your permissions.');
		expect(asksWhoThisIs(client)).toBe(asksAgain);
		expect(isSessionEnded()).toBe(false);
	});
});

test.each([
	['wrong_password', false],
	['sign_in_required', true],
] as const)('a password refused with 401 %s asks again who this is: %s', async (reason, asksAgain) => {
	api.use(procedure('auth', 'signInWithPassword', () => new Refusal(401, 'No.', {}, reason)));
	const client = createQueryClient();
	client.setQueryData(checkKey, signedInAs('creator'));
	const { auth } = createApiClient(window.location.origin);
	const mutation = client.getMutationCache().build(client, {
		mutationFn: () => auth.signInWithPassword.mutate({ kind: 'premium', password: 'x' }),
		meta: { signsIn: true },
	});
	await expect(mutation.execute(undefined)).rejects.toThrow();
	expect(asksWhoThisIs(client)).toBe(asksAgain);
});
