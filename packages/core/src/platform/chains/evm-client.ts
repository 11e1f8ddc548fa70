import { createPublicClient, type HttpTransport, http, type PublicClient } from 'viem';

const timeoutMs = 10_000;
/** Nodes refuse longer batches; the strictest that is common takes so many. */
const batchCallsMax = 50;

/**
 * A client for a node; it opens no connection yet, and what it asks at the same moment travels as one batch. Every call
 * rejects when `signal` aborts, at the latest 10 s after the node fell silent, be it in the middle of its answer.
 */
export function createEvmClient(rpcUrl: string, signal?: AbortSignal): PublicClient<HttpTransport> {
	const transport = http(rpcUrl, {
		// One retry: a waiting user gets the error, and the watcher retries anyway.
		retryCount: 1,
		batch: { batchSize: batchCallsMax },
		// Its own limit counts for the headers alone, and not where there is another signal.
		timeout: 0,
		fetchFn: (input, init) => {
			const limit = AbortSignal.timeout(timeoutMs);
			return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
		},
	});
	return createPublicClient({ transport: signal === undefined ? transport : endingWith(transport, signal) });
}

/** Also ends the wait between two attempts, which a node may ask for. */
function endingWith(transport: HttpTransport, signal: AbortSignal): HttpTransport {
	return (options) => {
		const made = transport(options);
		const request = (...[args, change]: Parameters<typeof made.request>) => made.request(args, { ...change, signal });
		return { ...made, request: request as typeof made.request };
	};
}
