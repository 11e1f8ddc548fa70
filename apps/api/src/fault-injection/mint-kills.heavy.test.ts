import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { type MintChainTest, nodeFaults, startMintChain } from '@adx/core/mint/mint-testing';
import { createDb } from '@adx/db/client/database';
import { type FakeKubo, startFakeKubo } from '@adx/fakes/kubo';
import type { PreparedMint } from '@adx/validators/mint';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { createMintVariables } from '../testing/server-testing.ts';
import {
	createKillableMintServer,
	type HeldRequests,
	type HoldingProxy,
	type KillableMintServer,
	startHoldingProxy,
} from './mint-kills-testing.ts';

type Proxy = Awaited<ReturnType<MintChainTest['startProxy']>>;
type Call = Parameters<Parameters<Proxy['hold']>[0]>[0];

const processes = new ProcessPool();
let chain: MintChainTest;
let proxy: Proxy;
let kubo: FakeKubo;
let ipfs: HoldingProxy;
beforeAll(async () => {
	chain = await startMintChain({ confirmations: 2 });
	proxy = await chain.startProxy();
	kubo = await startFakeKubo();
	ipfs = await startHoldingProxy(kubo.origin);
});
afterEach(() => processes.killAll());
afterAll(async () => {
	await Promise.all([chain.stop(), ipfs.close(), kubo.close()]);
	processes.removeFolder();
});

let dataDir: string;
let server: KillableMintServer;
/** The one row that each image has got, and the transaction that minted it. */
let minted: Map<string, { readonly mintId: string; readonly txHash: string }>;
beforeEach(async () => {
	minted = new Map();
	dataDir = join(processes.folder, randomUUID());
	server = createKillableMintServer(processes, {
		DATA_DIR: dataDir,
		...createMintVariables(chain, 2),
		POLYGON_RPC_URL: proxy.origin,
		IPFS_API_URL: ipfs.origin,
	});
	await server.start();
});

/** Kills the server while a call of its own waits; calls that were under way for nobody any more are gone by the end. */
async function killDuring(hold: HeldRequests): Promise<void> {
	await hold.held;
	expect(hold.open(), 'calls under way at the kill').toBeGreaterThan(0);
	await server.kill();
	await expect.poll(() => hold.open(), { timeout: 10_000 }).toBe(0);
	hold.release();
}

async function restart(): Promise<void> {
	await server.kill();
	await server.start();
}

const prepare = async (imageId: string) => {
	const { status, json } = await server.prepare(imageId);
	expect(status).toBe(200);
	return json;
};

/** Sends it as a wallet does, and reports it to the server. */
async function redeem(imageId: string, mint: PreparedMint): Promise<string> {
	const txHash = await chain.redeem(mint);
	minted.set(imageId, { mintId: mint.mintId, txHash });
	return txHash;
}

/** Every image is minted once, on the chain and in the database, as the mint that it was from its first preparation on. */
async function expectEachOnce(): Promise<void> {
	const images = [...minted.keys()];
	const confirmed = async () => [...(await server.statuses())].filter(([, status]) => status === 'confirmed');
	await expect.poll(async () => (await confirmed()).length, { timeout: 60_000, interval: 250 }).toBe(images.length);
	expect(await server.stop()).toBe(0);
	const { db, destroy } = await createDb({ dataDir });
	const rows = await db.selectFrom('mintedTokens').selectAll().execute();
	const [vouchers, documents] = [
		await db.selectFrom('mintVouchers').selectAll().execute(),
		await db.selectFrom('mintMetadata').selectAll().execute(),
	];
	await destroy();
	const recorded = rows.map(({ id, imageId, txHash }) => [imageId, { mintId: id, txHash }] as const);
	expect(new Map(recorded)).toEqual(minted);
	const count = images.length;
	expect([rows.length, vouchers.length, documents.length]).toEqual([count, count, count]);
	expect(vouchers.every(({ used }) => used)).toBe(true);
	expect(documents.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
	const events = await chain.chain.mintedEvents(0, (await chain.chain.head()).number);
	const byNonce = Map.groupBy(events, ({ nonce }) => nonce);
	for (const { tokenId, txHash, blockHash } of rows)
		expect(byNonce.get(tokenId)).toMatchObject([{ txHash, blockHash }]);
}

const asks = (method: string, ...params: readonly unknown[]) => {
	const wanted = JSON.stringify(params).slice(0, -1);
	return (call: Call) => call.method === method && JSON.stringify(call.params).startsWith(wanted);
};
const hex = (number: number) => `0x${number.toString(16)}`;
const asksForNewest = asks('eth_getBlockByNumber', 'latest');
const nameOfOwnerOf = '0x6352211e';
/** What became of the image's nonce, as of that block; or who owns its token. */
const asksAbout =
	(imageId: string, block: string, { owner = false } = {}) =>
	({ method, params: [call, at] }: Call) => {
		const token = chain.minting().signer!.nonceOf(imageId).toString(16).padStart(64, '0');
		const { data = '' } = (call ?? {}) as { data?: string };
		return method === 'eth_call' && at === block && data.endsWith(token) && data.startsWith(nameOfOwnerOf) === owner;
	};

/** Kills the server while it prepares a mint, which then is as if it had never been asked. */
async function killPreparing(imageId: string, hold: HeldRequests): Promise<void> {
	const answer = server.prepare(imageId).then(
		() => 'answered',
		() => 'broken off',
	);
	await killDuring(hold);
	expect(await answer).toBe('broken off');
	await server.start();
	expect(await server.statuses()).not.toContain(imageId);
}

/** Kills the server in the tick in which a report's body goes out to it, after it has taken in the head. */
async function killWhileReporting(imageId: string, transactionHash: string): Promise<string> {
	const body = JSON.stringify({ chain: 'polygon', transactionHash });
	const { cookie } = server;
	const call = httpRequest(`${server.origin}/api/mint/${imageId}/submitted`, {
		method: 'POST',
		agent: false,
		headers: { cookie, 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
	});
	const ended = new Promise<string>((resolve) => {
		call.once('response', () => resolve('answered'));
		call.once('error', () => resolve('broken off'));
	});
	call.flushHeaders();
	await new Promise((resolve) => call.once('continue', resolve));
	call.write(body);
	await server.kill();
	return ended;
}

it('a server that is killed while it prepares a mint, or is told of its transaction, mints each image once', async () => {
	const [reported = '', unreported = '', reporting = ''] = await server.draw(3);
	await killPreparing(reported, proxy.hold(asks('eth_getCode')));
	await killPreparing(reported, proxy.hold(asksAbout(reported, 'latest')));
	await killPreparing(reported, ipfs.hold('calls'));
	expect(kubo.pins).toHaveLength(0);
	await killPreparing(reported, ipfs.hold('answers'));
	expect(kubo.pins).toHaveLength(1);
	const { mintId } = await prepare(reported);
	await restart();
	const prepared = await prepare(reported);
	expect(prepared.mintId).toBe(mintId);
	await server.report(reported, await redeem(reported, prepared));
	await restart();
	expect((await server.statuses()).get(reported)).toBe('minting');

	await redeem(unreported, await prepare(unreported));
	const txHash = await redeem(reporting, await prepare(reporting));
	expect(await killWhileReporting(reporting, txHash)).toBe('broken off');
	await server.start();
	await chain.mine(2);
	await expectEachOnce();
});

interface SentMint {
	readonly imageId: string;
	readonly txHash: string;
	/** The height of the block that is to hold the transaction. */
	readonly block: number;
}

/**
 * What a look asks its node after so many blocks, with two of which a mint counts; each question of one mint only, so
 * that the one that waits is the one that is meant.
 */
const questions: Record<
	string,
	{ readonly blocks: number; readonly of: (mint: SentMint) => (call: Call) => boolean; readonly isEventless?: true }
> = {
	'the block that counts': { blocks: 3, of: ({ block }) => asks('eth_getBlockByNumber', hex(block + 1)) },
	'the events': { blocks: 3, of: () => asks('eth_getLogs') },
	'the block of an event': { blocks: 3, of: ({ block }) => asks('eth_getBlockByNumber', hex(block)) },
	// The contract itself is asked about what no event shows, as while the block does not count yet.
	'what became of the nonce': { blocks: 1, of: ({ imageId, block }) => asksAbout(imageId, hex(block - 1)) },
	'what became of the transaction': { blocks: 1, of: ({ txHash }) => asks('eth_getTransactionReceipt', txHash) },
	'who has the token': {
		blocks: 2,
		of: ({ imageId, block }) => asksAbout(imageId, hex(block), { owner: true }),
		isEventless: true,
	},
};

/** A mint whose transaction waits for a block, and the watcher for the answer which block is the newest. */
async function sendBeforeLook(imageId: string): Promise<SentMint & { readonly look: HeldRequests }> {
	const mint = await prepare(imageId);
	const look = proxy.hold(asksForNewest);
	const txHash = await redeem(imageId, mint);
	await server.report(imageId, txHash);
	await look.held;
	return { imageId, txHash, block: (await chain.chain.head()).number + 1, look };
}

it('a server that is killed in the middle of each call of a look at its node mints each image once', async () => {
	const [first = '', ...others] = await server.draw(1 + Object.keys(questions).length);
	await killDuring((await sendBeforeLook(first)).look);
	await chain.mine(2);
	// A process asks once to which chain its node belongs.
	const asking = proxy.hold(asks('eth_chainId'));
	await server.start();
	await killDuring(asking);
	await server.start();
	for (const [index, { blocks, of, isEventless }] of Object.values(questions).entries()) {
		const sent = await sendBeforeLook(others[index]!);
		await chain.mine(blocks);
		if (isEventless) proxy.respondWith(refuseEvents);
		const hold = proxy.hold(of(sent));
		sent.look.release();
		await killDuring(hold);
		proxy.respondWith(null);
		await chain.mine(1);
		await server.start();
	}
	await expectEachOnce();
});

const refuseEvents = (calls: readonly Call[]) =>
	calls.some(asks('eth_getLogs')) ? nodeFaults['errors of JSON-RPC']!(calls, proxy.origin) : null;

it('a server that is killed while it looks again at the block of a mint takes it back if it was replaced', async () => {
	const [imageId = ''] = await server.draw(1);
	const mint = await prepare(imageId);
	const before = await chain.client.snapshot();
	const status = async () => (await server.statuses()).get(imageId);
	await server.report(imageId, await redeem(imageId, mint));
	const block = (await chain.chain.head()).number + 1;
	await chain.mine(3);
	await expect.poll(status, { timeout: 20_000 }).toBe('confirmed');
	await chain.client.revert({ id: before });
	await chain.dropPending();
	await chain.client.increaseTime({ seconds: 5 });
	await chain.mine(5);
	await killDuring(proxy.hold(asks('eth_getBlockByNumber', hex(block))));
	await server.start();
	await expect.poll(status, { timeout: 20_000 }).toBe('minting');
	await redeem(imageId, mint);
	await chain.mine(2);
	await expectEachOnce();
});

it('a server that is told to stop while its node is silent answers who waits, and ends in time', async () => {
	const [waiting = '', preparing = ''] = await server.draw(2);
	await prepare(waiting);
	const watching = proxy.hold(asksForNewest);
	await watching.held;
	const asking = proxy.hold(asks('eth_getCode'));
	const answer = server.prepare(preparing);
	await asking.held;
	const stoppedAt = performance.now();
	const ended = server.stop();
	expect(await answer).toMatchObject({ status: 409, json: { reason: 'chain_unavailable' } });
	expect(await ended).toBe(0);
	// A preparation may take 10 s of its node's time, and a stop 20 s.
	expect(performance.now() - stoppedAt).toBeLessThan(25_000);
	watching.release();
	asking.release();
});
