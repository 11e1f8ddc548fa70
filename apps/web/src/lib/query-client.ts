import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { statusOf } from './error-sentences.ts';
import { isSessionEnded, markSessionEnded } from './session-ended.ts';

export const freshMs = 5 * 60_000;
export const discardAfterMs = 10 * 60_000;

/** Wait before a retry: 1 s, doubling, capped at 30 s. */
export function retryDelayMs(attempt: number): number {
	return Math.min(1_000 * 2 ** attempt, 30_000);
}

/** `refetchInterval` of a polled query: stops once the session has ended. */
export function pollEvery(intervalMs: number): () => number | false {
	return () => (isSessionEnded() ? false : intervalMs);
}

function noticeEndedSession(error: Error): void {
	if (statusOf(error) === 401) markSessionEnded();
}

export function createQueryClient(): QueryClient {
	return new QueryClient({
		queryCache: new QueryCache({ onError: noticeEndedSession }),
		mutationCache: new MutationCache({
			onError(error, _variables, _result, mutation) {
				// To a sign-in, 401 means a wrong password.
				if (mutation.meta?.signsIn !== true) noticeEndedSession(error);
			},
		}),
		defaultOptions: {
			queries: {
				staleTime: freshMs,
				gcTime: discardAfterMs,
				retry: 1,
				retryDelay: retryDelayMs,
				refetchOnWindowFocus: false,
			},
			mutations: { retry: false },
		},
	});
}
