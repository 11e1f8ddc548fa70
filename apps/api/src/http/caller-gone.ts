import type { ServerResponse } from 'node:http';

/** Aborts when the connection of this answer ends, whether all of it was sent or not. */
export function whenGone(response: ServerResponse): AbortSignal {
	const gone = new AbortController();
	response.once('close', () => gone.abort());
	return gone.signal;
}
