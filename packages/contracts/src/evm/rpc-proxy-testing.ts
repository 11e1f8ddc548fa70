import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One call of JSON-RPC. */
export interface RpcCall {
	readonly method: string;
	readonly params: readonly unknown[];
}

/** Calls that are neither forwarded nor answered. */
export interface HeldCalls {
	/** Resolves when the first of them has come. */
	readonly held: Promise<void>;
	/** How many wait right now, their callers still connected. */
	open(): number;
	/** Forwards those that wait and all that come. */
	release(): void;
}

/** What a proxy answers in place of the node: a body of its own, or nothing but a closed connection. */
export type RpcResponse = { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };

/** A way to a node that can be made difficult. */
export interface RpcProxy {
	/** `http://127.0.0.1:port`; whatever path and query follow are the caller's. */
	readonly origin: string;
	/** HTTP requests so far; a batch of calls is one. */
	requests(): number;
	/** From now on holds back every request that contains such a call. */
	hold(matches: (call: RpcCall) => boolean): HeldCalls;
	/**
	 * From now on answers so, breaks every connection, or falls silent in the middle of its answer; null forwards
	 * again.
	 */
	respondWith(answer: ((calls: readonly RpcCall[]) => RpcResponse | 'break' | 'stall' | null) | null): void;
	/** Ends it, with every connection. */
	close(): Promise<void>;
}

/** Starts a proxy before the node at `rpcUrl`. */
export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
	const holds = new Set<Hold>();
	let answer: Parameters<RpcProxy['respondWith']>[0] = null;
	let requests = 0;
	const serve = async (request: IncomingMessage, response: ServerResponse) => {
		const body = await text(request);
		requests += 1;
		const calls = parseCalls(body);
		for (const hold of holds) await hold.keep(calls, response);
		if (response.destroyed) return;
		const own = answer?.(calls) ?? null;
		if (own === 'break') response.socket?.destroy();
		else if (own === 'stall') response.writeHead(200, { 'content-type': 'application/json' }).write('[{"jsonrpc":');
		else if (own !== null) response.writeHead(own.status, own.headers).end(own.body);
		else await forward(rpcUrl, body, response);
	};
	const server = createServer((request, response) => {
		// A caller killed in the middle of a call is the case under test.
		serve(request, response).catch(() => response.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests: () => requests,
		hold: (matches) => {
			const hold = new Hold(matches, () => holds.delete(hold));
			holds.add(hold);
			return hold;
		},
		respondWith: (next) => {
			answer = next;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

class Hold implements HeldCalls {
	readonly held: Promise<void>;
	readonly #waiting = new Set<ServerResponse>();
	readonly #matches: (call: RpcCall) => boolean;
	readonly #first = Promise.withResolvers<void>();
	readonly #released = Promise.withResolvers<void>();
	readonly #end: () => void;

	constructor(matches: (call: RpcCall) => boolean, end: () => void) {
		this.#matches = matches;
		this.#end = end;
		this.held = this.#first.promise;
	}

	open(): number {
		return this.#waiting.size;
	}

	release(): void {
		this.#end();
		this.#released.resolve();
	}

	/** Ends at once for requests without such a call. */
	async keep(calls: readonly RpcCall[], response: ServerResponse): Promise<void> {
		if (!calls.some(this.#matches)) return;
		this.#waiting.add(response);
		response.once('close', () => this.#waiting.delete(response));
		this.#first.resolve();
		await this.#released.promise;
		this.#waiting.delete(response);
	}
}

function parseCalls(body: string): RpcCall[] {
	const parsed: RpcCall | RpcCall[] = JSON.parse(body);
	return [parsed].flat().map(({ method, params = [] }) => ({ method, params }));
}

async function forward(rpcUrl: string, body: string, response: ServerResponse): Promise<void> {
	const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
	response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}
