import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

const known = new WeakMap<ServerResponse, AbortSignal>();

/** A signal that aborts when the connection of this response closes, whether all of it was sent or not. */
export function getDisconnectSignal(response: ServerResponse): AbortSignal {
	const signal = known.get(response);
	if (signal !== undefined) return signal;
	const disconnected = new AbortController();
	response.once('close', () => disconnected.abort());
	known.set(response, disconnected.signal);
	return disconnected.signal;
}

/** Whether this error only says that work was aborted because its caller disconnected, which is not a failure. */
export function isAbortedByDisconnect(response: ServerResponse, thrown: unknown): boolean {
	if (!response.destroyed || !(thrown instanceof Error)) return false;
	return thrown.name === 'AbortError' || (thrown.cause instanceof Error && thrown.cause.name === 'AbortError');
}

/**
 * Whether the caller disconnected: it gets no answer, and its body breaks off with an error that is not the fault of ours,
 * even a body that had arrived whole, if nobody had read it before.
 */
export const isClientDisconnected = ({ errored }: IncomingMessage): boolean =>
	errored !== null && 'code' in errored && errored.code === 'ECONNRESET';

/** Runs what answers a call and may be aborted; if it fails after the caller disconnected, the call just ends. */
export async function respondWhileConnected(
	reply: FastifyReply,
	respond: (disconnected: AbortSignal) => Promise<FastifyReply>,
): Promise<FastifyReply> {
	const disconnected = getDisconnectSignal(reply.raw);
	try {
		return await respond(disconnected);
	} catch (error) {
		// Nobody is left to answer.
		if (disconnected.aborted) return reply.hijack();
		throw error;
	}
}
