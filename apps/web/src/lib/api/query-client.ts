import { MutationCache, partialMatchKey, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { getErrorReason, getHttpStatus } from './error-messages.ts';
import { toPollInterval } from './live/live-state.ts';
import { isSessionEnded } from './session-ended.ts';
import { trpc } from './trpc.ts';

export const freshMs = 5 * 60_000;
export const discardAfterMs = 10 * 60_000;

/** Wait before a retry: 1 s, doubling, capped at 30 s. */
export function retryDelayMs(attempt: number): number {
	return Math.min(1_000 * 2 ** attempt, 30_000);
}

/**
 * `refetchInterval` of a polled query: stops once the session has ended, and rests while the page is told of changes. After
 * an error it does not rest: nobody tells the page that the server answers again.
 */
export function pollEvery(
	intervalMs: number,
): (query?: { readonly state: { readonly status: string } }) => number | false {
	return (query) => {
		if (isSessionEnded()) return false;
		return query?.state.status === 'error' ? intervalMs : toPollInterval(intervalMs);
	};
}

/** Refusals of somebody whose role is less than the page believes. */
const roleReasons: ReadonlySet<string | null> = new Set(['no_access', 'not_allowed']);

export function createQueryClient(): QueryClient {
	const checkKey = getQueryKey(trpc.auth.check);
	const isCheck = (queryKey: QueryKey) => partialMatchKey(queryKey, checkKey);

	/** Only the access check knows whether the session ended: one call alone may be refused by mistake of its moment. */
	function recheckSessionAfter(error: Error): void {
		const isSignedOut = getHttpStatus(error) === 401 && !isSessionEnded();
		if (!isSignedOut && !roleReasons.has(getErrorReason(error))) return;
		// Many calls are refused at once, and each refusal must not put off the answer that the others wait for.
		void client.invalidateQueries({ queryKey: checkKey }, { cancelRefetch: false });
	}

	const client = new QueryClient({
		queryCache: new QueryCache({
			onError(error, { queryKey }) {
				if (!isCheck(queryKey)) recheckSessionAfter(error);
			},
		}),
		mutationCache: new MutationCache({
			onError(error, _variables, _result, mutation) {
				const isWrongPassword = mutation.meta?.signsIn === true && getErrorReason(error) !== 'sign_in_required';
				if (!isWrongPassword) recheckSessionAfter(error);
			},
		}),
		defaultOptions: {
			queries: {
				staleTime: freshMs,
				gcTime: discardAfterMs,
				retry: 1,
				retryDelay: retryDelayMs,
				refetchOnWindowFocus: false,
				// The browser's word on the network says nothing about a product that runs on this machine.
				networkMode: 'always',
				refetchOnReconnect: true,
			},
			mutations: { retry: false, networkMode: 'always' },
		},
	});
	return client;
}
