import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** For so long each client that keeps a connection open may still hear on it that it ends. */
const keepAliveGraceMs = 1_000;
const drainMaxMs = 20_000;
const pollIntervalMs = 50;

/** The end of a server's serving: nobody's request is cut off, and nobody's next one is met by a closed connection. */
export class Draining {
	readonly #app: FastifyInstance;
	readonly #unanswered = new Set<ServerResponse>();
	#isDraining = false;

	/** @param app with all listeners that it will have */
	constructor(app: FastifyInstance) {
		this.#app = app;
		app.server.prependListener('request', (_request, response: ServerResponse) => {
			if (this.#isDraining) announceClose(response);
			this.#unanswered.add(response);
			response.once('close', () => this.#unanswered.delete(response));
		});
	}

	get isDraining(): boolean {
		return this.#isDraining;
	}

	/**
	 * Takes no new connection, and answers on those that are open with `Connection: close`. After a second it hangs up where
	 * nothing is asked, and waits for what runs. What has not ended 20 seconds after the call is cut off.
	 */
	async drain(): Promise<void> {
		this.#isDraining = true;
		for (const response of this.#unanswered) announceClose(response);
		const { server } = this.#app;
		// The HTTP server's own one would hang up at once.
		Server.prototype.close.call(server);
		const cutOff = setTimeout(() => server.closeAllConnections(), drainMaxMs);
		for (const end = Date.now() + keepAliveGraceMs; Date.now() < end; await sleep(pollIntervalMs)) {
			if ((await countConnections(server)) === 0) break;
		}
		// A connection that was answered meanwhile would else be kept alive until the cut.
		const closeIdle = setInterval(() => server.closeIdleConnections(), pollIntervalMs);
		await this.#app.close();
		clearTimeout(cutOff);
		clearInterval(closeIdle);
	}
}

/** Has no effect on an answer whose headers are on their way. */
function announceClose(response: ServerResponse): void {
	response.shouldKeepAlive = false;
}

const countConnections = (server: Server) =>
	new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
