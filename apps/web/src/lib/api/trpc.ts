import type { AppRouter } from '@adx/api-router/root';
import { httpLink, type TRPCClientErrorLike } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { UseTRPCQueryResult } from '@trpc/react-query/shared';
import type { inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import { errorMessageLink } from './error-messages.ts';

/** Typed hooks for every procedure of the API. */
export const trpc = createTRPCReact<AppRouter>();

/** What the procedures answer, e.g. `ApiOutputs['generation']['get']`. */
export type ApiOutputs = inferRouterOutputs<AppRouter>;
/** The procedures as functions, for what lives outside of components. */
export type ApiClient = ReturnType<typeof trpc.useUtils>['client'];
export type Job = ApiOutputs['generation']['get'];
/** A query of the API as a hook returns it. */
export type ApiQuery<Output> = UseTRPCQueryResult<Output, TRPCClientErrorLike<AppRouter>>;
export type JobImage = ApiOutputs['generation']['listImages'][number];

/** What lists of jobs ask for: they show one picture of each. */
export const jobListWithCover = { covers: 1 };

/** A mutation may carry `{context: {idempotencyKey}}`: sending the same one twice does the work once. */
function headersOf(context: Record<string, unknown>): Record<string, string> {
	const key = context.idempotencyKey;
	return typeof key === 'string' ? { 'Idempotency-Key': key } : {};
}

/** Browsers let all such requests of a page together carry 64 kB. */
const keepaliveMaxLength = 1_000;

/** Whether a request outlives its page: what was pressed just before the page was closed must still reach the server. */
function isShortOrder(init: { readonly method?: string; readonly body?: unknown } | undefined): boolean {
	return init?.method === 'POST' && typeof init.body === 'string' && init.body.length <= keepaliveMaxLength;
}

/** One unbatched request per call, so that a polled list can answer 304 by itself. */
export function createApiClient(origin: string) {
	return trpc.createClient({
		links: [
			errorMessageLink,
			httpLink({
				url: `${origin}/trpc`,
				transformer: superjson,
				headers: ({ op }) => headersOf(op.context),
				fetch: (input, init) =>
					fetch(input, { ...init, credentials: 'include', keepalive: isShortOrder(init) } as RequestInit),
			}),
		],
	});
}
