import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { address as toAddress } from '@solana/kit';
import { Ledger } from './ledger-testing.ts';
import { RpcFailure } from './rpc-failure-testing.ts';
import { rpcMethods } from './rpc-testing.ts';
import type { SendFaults } from './rpc-transactions-testing.ts';

export interface SolanaTestOptions {
	/** One chosen by the system unless given. */
	readonly port?: number;
	/** A block is made every so many milliseconds; unless given, only when asked for (`mine`). */
	readonly blockMs?: number;
	/** Blocks after which a block is confirmed (1 unless given) and final (32, as on a real chain). */
	readonly confirmedAfterBlocks?: number;
	readonly finalizedAfterBlocks?: number;
}

/** A chain of one's own, on a loopback port, with every fault that a test needs. */
export interface SolanaTestChain {
	readonly port: number;
	readonly rpcUrl: string;
	/** Makes blocks, one by default; what was sent lands in the first of them. */
	mine(blocks?: number): void;
	/** Lamports out of nothing, at once and final. */
	airdrop(address: string, lamports: bigint): void;
	/** Lamports of an address in the newest block. */
	balance(address: string): bigint;
	/** Calls of that method get no answer until the returned function is called. */
	hold(method: string): () => void;
	/** The next `count` calls of that method (any: '*') are answered with HTTP 503. */
	fail(method: string, count: number): void;
	/** The next `count` transactions are accepted and never land. */
	dropSends(count: number): void;
	/** Transactions land that many blocks later than they would; 0 ends it. */
	delaySends(blocks: number): void;
	/** The node answers as of so many blocks ago; 0 ends it. */
	lag(blocks: number): void;
	/**
	 * Takes back the newest blocks, which must not be final, with all that they held, as when the cluster goes on from an
	 * earlier one. What was in them is gone unless it is sent again, and their blockhashes are unknown.
	 */
	fork(blocks: number): void;
	/** How often that method was called since the start. */
	callCount(method: string): number;
	/** How many accepted transactions are in no block yet. */
	pendingCount(): number;
	/** No client can connect until `up`, which takes the same port; the chain keeps running. */
	down(): Promise<void>;
	up(): Promise<void>;
	/** Ends everything; a second call does nothing. */
	stop(): Promise<void>;
}

/**
 * Whether this machine has litesvm, whose binaries npm has for Linux and macOS. On Linux on x64, where CI runs, it
 * always says yes, so that a missing one fails there and skips nothing.
 */
export const hasLitesvm: boolean = (process.platform === 'linux' && process.arch === 'x64') || canLoadLitesvm();

function canLoadLitesvm(): boolean {
	try {
		createRequire(import.meta.url)('litesvm');
		return true;
	} catch {
		return false;
	}
}

/**
 * Starts a Solana chain in this process: the real runtime and programs by litesvm, behind a loopback JSON-RPC that
 * unmodified clients use, from browsers too. Blocks, commitments and the life of a blockhash are as on a real chain;
 * WebSockets there are none.
 */
export async function startSolana(options: SolanaTestOptions = {}): Promise<SolanaTestChain> {
	const { LiteSVM } = await import('litesvm');
	const ledger = new Ledger(new LiteSVM(), options.confirmedAfterBlocks ?? 1, options.finalizedAfterBlocks ?? 32);
	const sends: SendFaults = { drop: 0, delayBlocks: 0 };
	const faults = new CallFaults();
	const methods = rpcMethods(ledger, sends);
	const server = createServer((request, response) => {
		void respond(request, response, methods, faults).catch(() => response.destroy());
	});
	const listen = async (port: number) => {
		server.listen(port, '127.0.0.1');
		await once(server, 'listening');
		return (server.address() as AddressInfo).port;
	};
	const close = async () => {
		if (!server.listening) return;
		const closed = once(server, 'close');
		server.close();
		server.closeAllConnections();
		await closed;
	};
	const port = await listen(options.port ?? 0);
	const timer = options.blockMs === undefined ? undefined : setInterval(() => ledger.mine(1), options.blockMs).unref();
	return {
		port,
		rpcUrl: `http://127.0.0.1:${port}`,
		mine: (blocks = 1) => ledger.mine(blocks),
		airdrop: (address, lamports) => {
			ledger.airdrop(toAddress(address), lamports);
		},
		balance: (address) => ledger.account(address, 'processed')?.lamports ?? 0n,
		hold: (method) => faults.hold(method),
		fail: (method, count) => faults.fail(method, count),
		dropSends: (count) => {
			sends.drop = count;
		},
		delaySends: (blocks) => {
			sends.delayBlocks = blocks;
		},
		lag: (blocks) => {
			ledger.lagBlocks = blocks;
		},
		fork: (blocks) => ledger.fork(blocks),
		callCount: (method) => faults.counts.get(method) ?? 0,
		pendingCount: () => ledger.pendingCount,
		down: close,
		up: async () => {
			await listen(port);
		},
		stop: async () => {
			clearInterval(timer);
			await close();
		},
	};
}

/** What goes wrong with calls, by method, and how often they came. */
class CallFaults {
	readonly counts = new Map<string, number>();
	readonly #failures = new Map<string, number>();
	readonly #holds = new Map<string, Promise<void>>();

	hold(method: string): () => void {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#holds.set(method, promise);
		return () => {
			if (this.#holds.get(method) === promise) this.#holds.delete(method);
			resolve();
		};
	}

	fail(method: string, count: number): void {
		this.#failures.set(method, count);
	}

	/** Counts a call and waits while it is held; whether it is to fail. */
	async meet(method: string): Promise<boolean> {
		this.counts.set(method, (this.counts.get(method) ?? 0) + 1);
		await this.#holds.get(method);
		const failing = [method, '*'].find((name) => (this.#failures.get(name) ?? 0) > 0);
		if (failing !== undefined) this.#failures.set(failing, (this.#failures.get(failing) ?? 0) - 1);
		return failing !== undefined;
	}
}

interface Call {
	readonly id?: unknown;
	readonly method: string;
	readonly params?: readonly unknown[];
}

async function respond(
	request: IncomingMessage,
	response: ServerResponse,
	methods: ReturnType<typeof rpcMethods>,
	faults: CallFaults,
): Promise<void> {
	response.setHeader('access-control-allow-origin', '*');
	response.setHeader('access-control-allow-headers', '*, content-type, solana-client');
	response.setHeader('access-control-allow-methods', 'POST, OPTIONS');
	if (request.method !== 'POST') {
		response.writeHead(request.method === 'OPTIONS' ? 204 : 405).end();
		return;
	}
	const body = JSON.parse(await text(request)) as Call | Call[];
	const calls = [body].flat();
	const areFailing = await Promise.all(calls.map(({ method }) => faults.meet(method)));
	if (areFailing.some(Boolean)) {
		response.writeHead(503, { 'content-type': 'text/plain' }).end('Service Unavailable');
		return;
	}
	const responses = await Promise.all(calls.map((call) => respondToCall(call, methods)));
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify(Array.isArray(body) ? responses : responses[0]));
}

async function respondToCall({ id = null, method, params = [] }: Call, methods: ReturnType<typeof rpcMethods>) {
	try {
		const run = methods[method];
		if (run === undefined) throw new RpcFailure(-32601, 'Method not found');
		return { jsonrpc: '2.0', result: await run(params), id };
	} catch (error) {
		const { code, message, data } =
			error instanceof RpcFailure
				? error
				: new RpcFailure(-32603, error instanceof Error ? error.message : String(error));
		return { jsonrpc: '2.0', error: { code, message, ...(data === undefined ? {} : { data }) }, id };
	}
}
