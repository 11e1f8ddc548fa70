import type { IncomingMessage, Server } from 'node:http';
import { rejectBody } from './body-timeout.ts';

/** Chunks that any body may have, whatever is in them. */
const freeChunks = 1_000;
/** What further chunks hold at least, on average: each costs memory and work of its own. */
const chunkMinBytes = 64;

/** Answers 400 and hangs up when a body comes in many tiny chunks, whether somebody reads it yet or not. */
export function limitChunkCount(server: Server): void {
	server.prependListener('request', (request: IncomingMessage) => {
		const push = request.push.bind(request);
		let chunks = 0;
		let bytes = 0;
		let isRefused = false;
		request.push = (chunk: Buffer | null) => {
			if (chunk !== null && !isRefused) {
				chunks += 1;
				bytes += chunk.byteLength;
				isRefused = chunks > freeChunks + bytes / chunkMinBytes;
				if (isRefused) rejectBody(server, request, 'ERR_TINY_CHUNKS');
			}
			// Nor its end, so that nobody takes what came for all of it.
			return isRefused ? false : push(chunk);
		};
	});
}
