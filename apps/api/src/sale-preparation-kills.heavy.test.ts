import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pngOf } from '@adx/core/merge/testing';
import { createDb } from '@adx/db/client';
import type { MergeJob, ReceivedMerge } from '@adx/validators/merge';
import type { CreatorSale } from '@adx/validators/sales';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from './spawning.ts';
import { Browser } from './testing.ts';

const processes = new ProcessPool();
let closeNode = async () => {};
afterEach(async () => {
	await processes.killAll();
	await closeNode();
});
afterAll(() => processes.removeFolder());

/** Percent of the preparation, and how long after it a process is killed; at 10 it begins to publish. */
const kills = [
	[0, 0],
	[0, 700],
	[10, 0],
	[10, 300],
	[10, 900],
	[10, 1_800],
] as const;
const supply = 4_000;
const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** An IPFS node that takes its time, and keeps a root only once it has every byte of it. */
async function startSlowNode() {
	const pins: string[] = [];
	const server = createServer(async (request, response) => {
		const url = new URL(request.url ?? '', 'http://node');
		if (url.pathname === '/api/v0/pin/ls') {
			return void response.writeHead(pins.includes(url.searchParams.get('arg') ?? '') ? 200 : 500).end('{}');
		}
		let received = 0;
		let head = '';
		try {
			for await (const chunk of request as AsyncIterable<Buffer>) {
				if (head.length < 1_000) head += chunk.toString('latin1');
				received += chunk.length;
				await sleep(60);
			}
		} catch {
			return;
		}
		const root = /filename="(\w+)\.car"/.exec(head)?.[1] ?? '';
		if (received !== Number(request.headers['content-length'])) return void response.destroy();
		pins.push(root);
		response.end(JSON.stringify({ Root: { Cid: { '/': root }, PinErrorMsg: '' } }));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	closeNode = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pins };
}

/** Merges one picture many times and lists what comes out; returns the merge's id. */
async function addListedMerge(browser: Browser): Promise<string> {
	const picture = await pngOf(1);
	const images = Array.from({ length: supply }, (_, index) => ({
		filename: `${index}.png`,
		sha256: hashOf(picture),
		metadata: { name: `Old #${index}`, attributes: [{ trait_type: 'Group', value: String(index % 97) }] },
	}));
	const list = Buffer.from(JSON.stringify({ format: 'adx-upload-1', images }));
	await browser.call(`/api/uploads/${hashOf(picture)}?as=image`, { method: 'PUT', body: picture });
	await browser.call(`/api/uploads/${hashOf(list)}?as=manifest`, { method: 'PUT', body: list });
	const uploadedAt = '2026-11-21T10:00:00.000Z';
	const collection = { id: 'c', name: 'North', imageCount: supply, uploadedAt, manifest: hashOf(list) };
	const { json } = await browser.post('/api/merge-jobs', { projectName: 'Killed', inputCollections: [collection] });
	const { jobId } = json as ReceivedMerge;
	const look = async () => ((await browser.call(`/api/merge-jobs/${jobId}`)).json as MergeJob).status;
	await expect.poll(look, { timeout: 60_000 }).toBe('completed');
	const body = { collectionName: 'Killed', collectionSymbol: 'KILL', mintPrice: 0.1 };
	expect((await browser.call(`/api/merge-jobs/${jobId}`, { method: 'PATCH', body })).status).toBe(200);
	return jobId;
}

it('a sale whose preparation is killed again and again is prepared once, and everything is published', async () => {
	const node = await startSlowNode();
	const dataDir = join(processes.folder, 'killed-sale');
	const variables = {
		DATA_DIR: dataDir,
		DEVELOPER_PASSWORDS: 'test',
		LOCKED_PAGES: '',
		SOLANA_RPC_URL: 'http://127.0.0.1:1',
		SOLANA_CLUSTER: 'localnet',
		IPFS_API_URL: node.origin,
	};
	const cookies = new Map<string, string>();
	const moments: string[] = [];
	let jobId = '';
	const begin = async () => {
		const server = processes.start(variables);
		const browser = new Browser(await server.origin());
		for (const [name, value] of cookies) browser.cookies.set(name, value);
		if (jobId === '') {
			await browser.signIn('developer', 'test');
			for (const [name, value] of browser.cookies) cookies.set(name, value);
			jobId = await addListedMerge(browser);
			await browser.post('/api/mint-collection', { jobId, walletAddress, network: 'solana' });
		}
		const look = async () => (await browser.call(`/api/mint-collection/${jobId}`)).json as CreatorSale;
		return { server, look };
	};
	for (const [target, afterMs] of kills) {
		const { server, look } = await begin();
		for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(10)) {
			const { phase, progress } = await look();
			if (phase !== 'preparing' || progress >= target) break;
		}
		await sleep(afterMs);
		const sale = await look();
		server.child.kill('SIGKILL');
		await server.ended;
		moments.push(`${sale.phase} ${sale.progress} %`);
		if (sale.phase !== 'preparing') break;
	}
	console.log(`killed at ${moments.join(', ')}`);
	expect(moments.length).toBeGreaterThan(kills.length / 2);

	const last = await begin();
	await expect.poll(async () => (await last.look()).phase, { timeout: 120_000 }).toBe('unsigned');
	expect(await last.look()).toMatchObject({ published: true, errorMessage: null, supply });
	last.server.child.kill('SIGTERM');
	expect(await last.server.ended).toBe(0);
	const { db, destroy } = await createDb({ dataDir });
	const sales = await db.selectFrom('sales').selectAll().execute();
	expect(sales).toHaveLength(1);
	expect(node.pins).toEqual(expect.arrayContaining([sales[0]?.imagesRoot, sales[0]?.metadataRoot]));
	const pieces = await db.selectFrom('salePieces').selectAll().orderBy('position').execute();
	expect(pieces.map(({ position }) => position)).toEqual(Array.from({ length: supply }, (_, index) => index));
	expect(new Set(pieces.map(({ tokenNumber }) => tokenNumber)).size).toBe(supply);
	expect(new Set(pieces.map(({ mintAddress }) => mintAddress)).size).toBe(supply);
	await destroy();
});
