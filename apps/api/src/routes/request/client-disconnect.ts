import type { ServerResponse } from 'node:http';

const known = new WeakMap<ServerResponse, AbortSignal>();

/** Aborts when the connection of this answer ends, whether all of it was sent or not; the same signal for all who ask. */
export function whenGone(response: ServerResponse): AbortSignal {
	const signal = known.get(response);
	if (signal !== undefined) return signal;
	const gone = new AbortController();
	response.once('close', () => gone.abort());
	known.set(response, gone.signal);
	return gone.signal;
}

/** Whether something was given up because its caller is gone, which is no failure. */
export function isGivenUp(response: ServerResponse, thrown: unknown): boolean {
	if (!response.destroyed || !(thrown instanceof Error)) return false;
	return thrown.name === 'AbortError' || (thrown.cause instanceof Error && thrown.cause.name === 'AbortError');
}
