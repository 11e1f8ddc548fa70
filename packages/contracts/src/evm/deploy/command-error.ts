import { BaseError, HttpRequestError, InsufficientFundsError, RpcRequestError, TimeoutError } from 'viem';

/** Why nothing was done, or what is left to do: a sentence for the operator, without secrets. */
export class CommandError extends Error {
	override readonly name = 'CommandError';
}

/**
 * What to tell the operator about a failed call to the chain's RPC, as the second half of a sentence. Only the host is named,
 * since the rest of the address often holds a key; viem's own messages hold all of it.
 * @throws the error itself when it is not one of a call
 */
export function describeRpcFailure(error: unknown, rpcUrl: string): string {
	if (!(error instanceof BaseError)) throw error;
	const { host } = new URL(rpcUrl);
	const http = error.walk((cause) => cause instanceof HttpRequestError);
	if (http instanceof HttpRequestError && http.status !== undefined)
		return `${host} answers with status ${http.status}.`;
	if (http || error.walk((cause) => cause instanceof TimeoutError)) return `${host} does not answer.`;
	if (error.walk((cause) => cause instanceof InsufficientFundsError)) return 'the account cannot pay for it.';
	const refused = error.walk((cause) => cause instanceof RpcRequestError);
	return `${host} refuses: ${refused instanceof RpcRequestError ? refused.details : error.shortMessage}`;
}
