import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than any client sends without reading an answer; browsers and proxies wait for each. */
export const pipelinedMax = 64;

/** What the addresses and headers of those that wait may hold together. */
const waitingMaxBytes = 32_000;
/** What a header holds besides its text, of which two bytes are enough. */
const headerBytes = 32;

type PendingRequest = readonly [IncomingMessage, ServerResponse];

interface ConnectionQueue {
	readonly waiting: PendingRequest[];
	waitingBytes: number;
}

/**
 * Starts a request only when the answers before it on the same connection were handed to the system, so that a client
 * which reads nothing makes the server compute and hold one answer, however many requests it sends. One that sends more
 * than `pipelinedMax` besides, or too many bytes of headers, is cut off. Takes over the listeners that the server has by now.
 */
export function serializePipelined(server: Server): void {
	const listeners = server.listeners('request') as RequestListener[];
	server.removeAllListeners('request');
	const lines = new WeakMap<Socket, ConnectionQueue>();
	const start = (line: ConnectionQueue, [request, response]: PendingRequest) => {
		response.once('close', () => {
			if (request.socket.destroyed) return;
			const next = line.waiting.shift();
			if (next === undefined) {
				lines.delete(request.socket);
				return;
			}
			line.waitingBytes -= getHeaderBytes(next[0]);
			start(line, next);
		});
		for (const listener of listeners) listener.call(server, request, response);
	};
	server.on('request', (request, response) => {
		const { socket } = request;
		// What was parsed of the same piece before the connection was cut off.
		if (socket.destroyed) return;
		const line = lines.get(socket);
		if (line === undefined) {
			const started: ConnectionQueue = { waiting: [], waitingBytes: 0 };
			lines.set(socket, started);
			start(started, [request, response]);
			return;
		}
		line.waiting.push([request, response]);
		line.waitingBytes += getHeaderBytes(request);
		if (line.waiting.length > pipelinedMax || line.waitingBytes > waitingMaxBytes) socket.destroy();
	});
}

/** What the head of a request holds, roughly. */
const getHeaderBytes = ({ url = '', rawHeaders }: IncomingMessage): number =>
	rawHeaders.reduce((bytes, text) => bytes + headerBytes + text.length, url.length);
