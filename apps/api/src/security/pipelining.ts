import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than any client sends without reading an answer; browsers and proxies wait for each. */
export const pipelinedMax = 64;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Starts a request only when the answers before it on the same connection were handed to the system, so that a client
 * which reads nothing makes the server compute and hold one answer, however many requests it sends. One that sends more
 * than `pipelinedMax` besides is cut off. Takes over the listeners that the server has by now.
 */
export function answerInTurn(server: Server): void {
	const listeners = server.listeners('request') as RequestListener[];
	server.removeAllListeners('request');
	const lines = new WeakMap<Socket, Exchange[]>();
	const start = (line: Exchange[], [request, response]: Exchange) => {
		response.once('close', () => {
			if (request.socket.destroyed) return;
			const next = line.shift();
			if (next === undefined) lines.delete(request.socket);
			else start(line, next);
		});
		for (const listener of listeners) listener.call(server, request, response);
	};
	server.on('request', (request, response) => {
		const { socket } = request;
		// What was parsed of the same piece before the connection was cut off.
		if (socket.destroyed) return;
		const line = lines.get(socket);
		if (line !== undefined && line.length >= pipelinedMax) socket.destroy();
		else if (line !== undefined) line.push([request, response]);
		else {
			const begun: Exchange[] = [];
			lines.set(socket, begun);
			start(begun, [request, response]);
		}
	});
}
