import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMintRequest } from '@adx/core/mint/mint-testing';
import type { ImageMintStatus, PreparedMint } from '@adx/validators/mint';
import type { ProcessPool, SpawnedServer } from '../testing/process-testing.ts';
import type { Browser, TestResponse } from '../testing/server-testing.ts';
import { createRestarter, type RestartedServer } from './kills-testing.ts';

/** A server that mints and is killed, with a developer who stays signed in. */
export interface KillableMintServer {
	readonly process: SpawnedServer;
	readonly origin: string;
	/** What the developer's calls carry. */
	readonly cookie: string;
	start(): Promise<void>;
	/** Kills the process as a power cut would. */
	kill(): Promise<void>;
	/** Stops the process as an operator would; returns the exit code. */
	stop(): Promise<number | null>;
	/** Ids of that many drawn images. */
	draw(count: number): Promise<string[]>;
	/** Rejects when the server is gone before it answers. */
	prepare(imageId: string): Promise<TestResponse & { readonly json: PreparedMint }>;
	report(imageId: string, transactionHash: string): Promise<TestResponse>;
	/** By image; a missing image was never prepared. */
	statuses(): Promise<ReadonlyMap<string, ImageMintStatus['status']>>;
}

export function createKillableMintServer(
	processes: ProcessPool,
	variables: Readonly<Record<string, string>>,
): KillableMintServer {
	const restart = createRestarter(processes, { DEVELOPER_PASSWORDS: 'test', ...variables });
	let restarted: RestartedServer | undefined;
	const running = () => restarted!.server;
	const developer = () => restarted!.browser;
	return {
		get process() {
			return running();
		},
		get origin() {
			return developer().origin;
		},
		get cookie() {
			return [...developer().cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		},
		start: async () => {
			restarted = await restart();
		},
		kill: async () => {
			running().child.kill('SIGKILL');
			await running().ended;
		},
		stop: async () => {
			running().child.kill('SIGTERM');
			return running().ended;
		},
		draw: (count) => generateImages(developer(), count),
		prepare: async (imageId) => {
			const answer = await developer().post('/api/mint/prepare', createMintRequest(imageId));
			return { ...answer, json: answer.json as PreparedMint };
		},
		report: (imageId, transactionHash) =>
			developer().post(`/api/mint/${imageId}/submitted`, { chain: 'polygon', transactionHash }),
		statuses: async () => {
			const { json } = await developer().call('/api/mint/status?chain=polygon');
			return new Map((json as ImageMintStatus[]).map(({ imageId, status }) => [imageId, status]));
		},
	};
}

async function generateImages(browser: Browser, count: number): Promise<string[]> {
	const order = {
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		batchSize: count,
		engine: 'forge',
	};
	const { jobId } = (await browser.post('/api/generate', order)).json as { jobId: string };
	for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(100)) {
		const images = (await browser.call(`/api/images/${jobId}`)).json as { id: string; state: string }[];
		if (images.length === count && images.every(({ state }) => state === 'stored')) return images.map(({ id }) => id);
	}
	throw new Error('The images were not drawn in time.');
}

/** Calls that wait on their way. */
export interface HeldRequests {
	/** Resolves when the first of them has come. */
	readonly held: Promise<void>;
	/** How many wait right now, their callers still connected. */
	open(): number;
	/** Lets go of those that wait, and of all that come. */
	release(): void;
}

/** A way to a service on which its calls, or its answers, can be kept waiting. */
export interface HoldingProxy {
	readonly origin: string;
	/** `calls`: before the service has heard of them; `answers`: after it has done what it was asked. */
	hold(what: 'calls' | 'answers'): HeldRequests;
	close(): Promise<void>;
}

/** Passes on whole bodies, whatever they hold. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
	const holds = new Map<'calls' | 'answers', { first(): void; readonly released: Promise<void>; waiting: number }>();
	const pass = async (request: IncomingMessage, response: ServerResponse) => {
		const gone = new Promise<void>((resolve) => response.once('close', resolve));
		const waitWhileHeld = async (what: 'calls' | 'answers') => {
			const hold = holds.get(what);
			if (hold === undefined) return;
			hold.waiting += 1;
			hold.first();
			await Promise.race([hold.released, gone]);
			hold.waiting -= 1;
		};
		const body = await buffer(request);
		await waitWhileHeld('calls');
		if (response.destroyed) return;
		const { method = 'GET', url = '/', headers } = request;
		const passed = { 'content-type': headers['content-type'] ?? '' };
		const answer = await fetch(`${target}${url}`, { method, headers: passed, body: new Uint8Array(body) });
		const answered = Buffer.from(await answer.arrayBuffer());
		await waitWhileHeld('answers');
		if (!response.destroyed) response.writeHead(answer.status).end(answered);
	};
	const server = createServer((request, response) => {
		// A caller killed in the middle of a call is the case under test.
		pass(request, response).catch(() => response.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		hold: (what) => {
			const [first, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			const hold = { first: first.resolve, released: released.promise, waiting: 0 };
			holds.set(what, hold);
			const release = () => {
				holds.delete(what);
				released.resolve();
			};
			return { held: first.promise, open: () => hold.waiting, release };
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
