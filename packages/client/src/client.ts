import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import type { AppRouter } from './app-router.ts';

export { isTRPCClientError } from '@trpc/client';
export type { AppRouter };

/** Every procedure of the API, e.g. `client.generation.start.mutate({ … })`. */
export type AdxClient = TRPCClient<AppRouter>;
/** What the procedures take, e.g. `AdxInputs['generation']['start']`. */
export type AdxInputs = inferRouterInputs<AppRouter>;
/** What the procedures answer, e.g. `AdxOutputs['generation']['get']`. */
export type AdxOutputs = inferRouterOutputs<AppRouter>;

export interface AdxClientOptions {
	/** Scheme, host and port of the installation, e.g. `https://adx.example.org`. */
	readonly origin: string;
	/** A personal access token, from the page `/tokens`. */
	readonly token?: string;
	/** The `Cookie` header of a session, for what no token may do; in a browser the page's own cookies go along by themselves. */
	readonly cookie?: string;
	/** Sends the requests in place of the global one. */
	readonly fetch?: typeof fetch;
}

/**
 * A client that sends one request per call. A call rejects with a `TRPCClientError` whose `data` has `httpStatus`,
 * `reason`, `fields` and `retryAfterSeconds`. A mutation may carry `{ context: { idempotencyKey } }`: sending the same
 * key twice does the work once.
 */
export function createAdxClient({ origin, token, cookie, fetch }: AdxClientOptions): AdxClient {
	return createTRPCClient<AppRouter>({
		links: [
			httpLink({
				url: new URL('/trpc', origin).href,
				transformer: superjson,
				headers: ({ op: { context } }) => ({
					...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
					...(cookie === undefined ? {} : { cookie }),
					...(typeof context.idempotencyKey === 'string' ? { 'Idempotency-Key': context.idempotencyKey } : {}),
				}),
				...(fetch === undefined ? {} : { fetch }),
			}),
		],
	});
}

/** Where the zip of a finished generation is downloaded, with the same token or cookie. */
export const toZipUrl = (origin: string, jobId: string): string =>
	new URL(`/api/generate/${encodeURIComponent(jobId)}/zip`, origin).href;
