import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@adx/db/client/database';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { addListedMerge, createKillableServer } from './sale-kills-testing.ts';
import { startWaitingNode, uploadMoments, type WaitingNode } from './waiting-ipfs-testing.ts';

const processes = new ProcessPool();
let node: WaitingNode;
afterEach(async () => {
	await processes.killAll();
	await node.close();
});
afterAll(() => processes.removeFolder());

const supply = 2_000;
const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

it('a sale whose preparation is killed again and again is prepared once, and everything is published once', async () => {
	const startedAt = performance.now();
	node = await startWaitingNode();
	const dataDir = join(processes.folder, 'killed-sale');
	const server = createKillableServer(processes, {
		DATA_DIR: dataDir,
		SOLANA_RPC_URL: 'http://127.0.0.1:1',
		IPFS_API_URL: node.origin,
	});
	await server.start();
	const jobId = await addListedMerge(server, { supply, price: 0.1 });
	let isWaiting = node.waitAt(uploadMoments[0]);
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
		isWaiting = node.waitAt(uploadMoments[0]);
		await server.start();
	}
	for (const [index, share] of uploadMoments.entries()) {
		await isWaiting;
		const { phase, progress } = await look();
		expect(phase).toBe('preparing');
		kills.push(`${progress} % with ${share * 100} % of an upload`);
		await server.kill();
		isWaiting = node.waitAt(uploadMoments[index + 1] ?? null);
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
