import { createSolanaRpc, type PendingRpcRequest, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { SolanaError } from './solana-error.ts';

/** A node to ask. */
export interface SolanaConnection {
	readonly rpc: Rpc<SolanaRpcApi>;
	readonly timeoutMs: number;
	/** What transactions offer for each compute unit, in millionths of a lamport; nothing by default. */
	readonly microLamportsPerUnit?: number | undefined;
}

/** How one call is made. */
export interface CallOptions {
	/** Ends the call, which then rejects with the signal's reason. */
	readonly signal?: AbortSignal | undefined;
	/** Default 'confirmed': two thirds of the stake voted for it. 'finalized' can no longer be undone. */
	readonly commitment?: 'confirmed' | 'finalized';
}

/**
 * Connects to the JSON-RPC at an address; nothing is sent yet. A call that takes longer than `timeoutMs` (10 s)
 * rejects.
 */
export function connectSolana(
	rpcUrl: string,
	{ timeoutMs = 10_000, microLamportsPerUnit = 0 }: Partial<Omit<SolanaConnection, 'rpc'>> = {},
): SolanaConnection {
	return { rpc: createSolanaRpc(rpcUrl), timeoutMs, microLamportsPerUnit };
}

/**
 * Sends one call and waits no longer than the connection allows.
 * @throws SolanaError `unreachable`, whose cause is kit's own error, when nobody answers in time, or with an error; the
 * signal's reason when the caller ends it
 */
export async function sendRequest<T>(
	{ timeoutMs }: Pick<SolanaConnection, 'timeoutMs'>,
	request: PendingRpcRequest<T>,
	signal?: AbortSignal,
): Promise<T> {
	const limit = AbortSignal.timeout(timeoutMs);
	try {
		return await request.send({ abortSignal: signal ? AbortSignal.any([signal, limit]) : limit });
	} catch (cause) {
		signal?.throwIfAborted();
		const sentence = limit.aborted
			? `The Solana node did not answer within ${timeoutMs} ms.`
			: 'The Solana node did not answer as it should.';
		throw new SolanaError('unreachable', sentence, { cause });
	}
}
