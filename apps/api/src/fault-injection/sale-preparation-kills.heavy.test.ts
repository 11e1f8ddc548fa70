import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@adx/db/client/database';
import type { CreatorSale } from '@adx/validators/sales';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { addListedMerge, createKillableServer } from './sale-kills-testing.ts';

const processes = new ProcessPool();
let closeNode = async () => {};
afterEach(async () => {
	await processes.killAll();
	await closeNode();
});
afterAll(() => processes.removeFolder());

const supply = 2_000;
const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/**
 * How much of an upload the node has when the server is killed that waits for it; with 1 it keeps it, and has not said so.
 * First of the pictures, and once it keeps those, of the metadata.
 */
const moments = [0, 0.5, 1, 0.5, 1] as const;
type Share = (typeof moments)[number];

/** An IPFS node that keeps a root once it has every byte of it, and waits where it is told to. */
async function startWaitingNode() {
	const pins: string[] = [];
	const sent: string[] = [];
	let waitsAt: Share | null = null;
	let reached = Promise.withResolvers<void>();
	const stayAt = async (share: Share, response: ServerResponse) => {
		// One whose server was killed holds up nobody else.
		if (waitsAt !== share || response.destroyed) return;
		reached.resolve();
		// Until the server is gone.
		await once(response, 'close');
	};
	const server = createServer(async (request, response) => {
		const url = new URL(request.url ?? '', 'http://node');
		if (url.pathname === '/api/v0/pin/ls') {
			return void response.writeHead(pins.includes(url.searchParams.get('arg') ?? '') ? 200 : 500).end('{}');
		}
		const total = Number(request.headers['content-length']);
		let received = 0;
		let head = '';
		try {
			await stayAt(0, response);
			for await (const chunk of request as AsyncIterable<Buffer>) {
				if (head.length < 1_000) head += chunk.toString('latin1');
				received += chunk.length;
				if (received >= total / 2) await stayAt(0.5, response);
			}
		} catch {
			return;
		}
		if (received !== total) return void response.destroy();
		const root = /filename="(\w+)\.car"/.exec(head)?.[1] ?? '';
		pins.push(root);
		sent.push(root);
		await stayAt(1, response);
		response.end(JSON.stringify({ Root: { Cid: { '/': root }, PinErrorMsg: '' } }));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	closeNode = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Roots that were sent whole, in order. */
		sent,
		/** Waits there from now on, or nowhere; resolves when it does. */
		waitAt: (share: Share | null): Promise<void> => {
			[waitsAt, reached] = [share, Promise.withResolvers<void>()];
			return reached.promise;
		},
	};
}

it('a sale whose preparation is killed again and again is prepared once, and everything is published once', async () => {
	const startedAt = performance.now();
	const node = await startWaitingNode();
	const dataDir = join(processes.folder, 'killed-sale');
	const server = createKillableServer(processes, {
		DATA_DIR: dataDir,
		SOLANA_RPC_URL: 'http://127.0.0.1:1',
		IPFS_API_URL: node.origin,
	});
	await server.start();
	const jobId = await addListedMerge(server, { supply, price: 0.1 });
	let isWaiting = node.waitAt(moments[0]);
	await server.owner('POST', '/api/mint-collection', { jobId, walletAddress, network: 'solana' });
	const look = () => server.owner<CreatorSale>('GET', `/api/mint-collection/${jobId}`);
	// Before anything is published: while the items are derived and stored, and while the files are laid out.
	const kills: string[] = [];
	for (const afterMs of [0, 600]) {
		await sleep(afterMs);
		const { phase, progress } = await look();
		expect(phase).toBe('preparing');
		kills.push(`${progress} %`);
		await server.kill();
		isWaiting = node.waitAt(moments[0]);
		await server.start();
	}
	for (const [index, share] of moments.entries()) {
		await isWaiting;
		const { phase, progress } = await look();
		expect(phase).toBe('preparing');
		kills.push(`${progress} % with ${share * 100} % of an upload`);
		await server.kill();
		isWaiting = node.waitAt(moments[index + 1] ?? null);
		await server.start();
	}
	await expect.poll(async () => (await look()).phase, { timeout: 120_000 }).toBe('unsigned');
	expect(await look()).toMatchObject({ published: true, errorMessage: null, supply });
	expect(await server.stop()).toBe(0);
	console.log(`killed at ${kills.join(', ')}; ${((performance.now() - startedAt) / 1_000).toFixed(0)} s in all`);

	const { db, destroy } = await createDb({ dataDir });
	const sales = await db.selectFrom('sales').selectAll().execute();
	expect(sales).toMatchObject([{ failures: 0 }]);
	// What the node kept before the kill that lost its answer is not sent again.
	expect(node.sent).toEqual([sales[0]?.imagesRoot, sales[0]?.metadataRoot]);
	const pieces = await db.selectFrom('salePieces').selectAll().orderBy('position').execute();
	expect(pieces.map(({ position }) => position)).toEqual(Array.from({ length: supply }, (_, index) => index));
	expect(new Set(pieces.map(({ tokenNumber }) => tokenNumber)).size).toBe(supply);
	expect(new Set(pieces.map(({ mintAddress }) => mintAddress)).size).toBe(supply);
	await destroy();
});
