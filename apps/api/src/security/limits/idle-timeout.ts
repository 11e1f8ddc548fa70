import type { ServerResponse } from 'node:http';

/** As long as a request may take to arrive. */
const idleMaxMs = 60_000;

/**
 * Hangs up when nothing of a long answer moves for a minute: a client that stops reading would else hold its buffers
 * for ever. However slow, a client that reads on is served to the end.
 */
export function closeWhenIdle(answer: ServerResponse, maxMs: number = idleMaxMs): void {
	answer.setTimeout(maxMs, () => answer.destroy());
}
