import type { IncomingMessage, Server } from 'node:http';

/** How long a body may take to arrive. */
export interface BodyTimeout {
	readonly totalMs: number;
	/** After each such time some of it must have come; without it only the total counts. */
	readonly step?: { readonly everyMs: number; readonly minBytes: number };
}

/** What any body may take unless its route allows more. */
export const defaultBodyTime: BodyTimeout = { totalMs: 60_000 };

/**
 * For bodies of many megabytes: half an hour at most, and 48 kB in each minute. The merger page sends five at once, which
 * is 32 kbit/s together: the slowest honest line has that, and a minute outlasts what a mobile connection stalls for.
 */
export const longBodyTime: BodyTimeout = {
	totalMs: 30 * 60_000,
	step: { everyMs: 60_000, minBytes: 48_000 },
};

const watches = new WeakMap<IncomingMessage, BodyTimer>();

/** Answers 408 and hangs up, through the server's `clientError`, when a body takes longer than it may. */
export function enforceBodyTimeouts(server: Server): void {
	server.prependListener('request', (request: IncomingMessage) => {
		const { headers } = request;
		if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
		const watch = new BodyTimer(server, request);
		watches.set(request, watch);
		watch.allow(defaultBodyTime);
	});
}

/** Gives this body more time, or less, from now on. */
export const setBodyTimeout = (request: IncomingMessage, time: BodyTimeout): void => watches.get(request)?.allow(time);

class BodyTimer {
	readonly #server: Server;
	readonly #request: IncomingMessage;
	#timers: NodeJS.Timeout[] = [];

	constructor(server: Server, request: IncomingMessage) {
		this.#server = server;
		this.#request = request;
		request.once('end', () => this.#stop());
		request.once('close', () => this.#stop());
	}

	allow({ totalMs, step }: BodyTimeout): void {
		this.#stop();
		if (this.#request.complete) return;
		this.#timers.push(setTimeout(() => this.#hangUp(), totalMs).unref());
		if (step === undefined) return;
		const { socket } = this.#request;
		let seenBytes = socket.bytesRead;
		let wasPaused = socket.isPaused();
		const look = () => {
			const isPaused = socket.isPaused();
			// What we do not read for reasons of our own is not the sender's fault, at either end of the step.
			const isSlow = socket.bytesRead - seenBytes < step.minBytes && !isPaused && !wasPaused;
			[seenBytes, wasPaused] = [socket.bytesRead, isPaused];
			if (isSlow) this.#hangUp();
		};
		this.#timers.push(setInterval(look, step.everyMs).unref());
	}

	#stop(): void {
		for (const timer of this.#timers) clearTimeout(timer);
		this.#timers = [];
	}

	#hangUp(): void {
		this.#stop();
		if (this.#request.complete) return;
		rejectBody(this.#server, this.#request, 'ERR_HTTP_REQUEST_TIMEOUT');
	}
}

/** Answers through the server's `clientError`, with what it makes of the code, and hangs up. */
export function rejectBody(server: Server, { socket }: IncomingMessage, code: string): void {
	server.emit('clientError', Object.assign(new Error('A body is refused'), { code }), socket);
	// What a client still sends is discarded.
	socket.destroySoon();
}

/** Chunks that any body may have, however small. */
const freeChunks = 1_000;

/** What further chunks must hold on average, since each costs memory and work of its own. */
const chunkMinBytes = 64;

/** Answers 400 and closes the connection when a body comes in many tiny chunks, whether anything reads it yet or not. */
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
