import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MintChainTest, mintOrderOf, startMintChain } from '@adx/core/mint/testing';
import type { ImageMintStatus, PreparedMint } from '@adx/validators/mint';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from './spawning.ts';
import { Browser } from './testing.ts';

type Proxy = Awaited<ReturnType<MintChainTest['startProxy']>>;
type Call = Parameters<Parameters<Proxy['hold']>[0]>[0];

const processes = new ProcessPool();
let chain: MintChainTest;
let proxy: Proxy;
beforeAll(async () => {
	chain = await startMintChain({ confirmations: 2 });
	proxy = await chain.startProxy();
});
afterEach(() => processes.killAll());
afterAll(async () => {
	await chain.stop();
	processes.removeFolder();
});

let server: SpawnedServer;
let browser: Browser;
let cookies: Map<string, string>;
let variables: Record<string, string>;
beforeEach(async () => {
	variables = {
		DATA_DIR: join(processes.folder, randomUUID()),
		DEVELOPER_PASSWORDS: 'test',
		POLYGON_RPC_URL: proxy.origin,
		POLYGON_CONTRACT_ADDRESS: chain.address,
		POLYGON_CONFIRMATIONS: '2',
		VOUCHER_SIGNER_KEY: chain.signerKey,
	};
	server = processes.start(variables);
	browser = new Browser(await server.origin());
	await browser.signIn('developer', 'test');
	cookies = new Map(browser.cookies);
});

const kill = async () => {
	server.child.kill('SIGKILL');
	await server.ended;
};
const start = async () => {
	server = processes.start(variables);
	browser = new Browser(await server.origin());
	for (const [name, value] of cookies) browser.cookies.set(name, value);
};

/** Kills the server while it waits for the answer to such a call of its own. */
async function killDuring(isThis: (call: Call) => boolean, cause: () => Promise<unknown> = async () => {}) {
	const hold = proxy.hold(isThis);
	const caused = cause().then(
		() => 'answered',
		() => 'broken off',
	);
	await hold.held;
	expect(hold.open(), 'calls under way at the kill').toBeGreaterThan(0);
	await kill();
	await expect.poll(() => hold.open()).toBe(0);
	hold.release();
	await start();
	return caused;
}

const prepare = async (imageId: string) => {
	const { status, json } = await browser.post('/api/mint/prepare', mintOrderOf(imageId));
	expect(status).toBe(200);
	return json as PreparedMint;
};
const report = (imageId: string, transactionHash: string) =>
	browser.post(`/api/mint/${imageId}/submitted`, { chain: 'polygon', transactionHash });
const statuses = async () => (await browser.call('/api/mint/status?chain=polygon')).json as ImageMintStatus[];

/** Kills the server in the tick in which a report's body goes out to it, after it has taken in the head. */
async function killWhileReporting(imageId: string, transactionHash: string): Promise<string> {
	const body = JSON.stringify({ chain: 'polygon', transactionHash });
	const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const call = httpRequest(`${await server.origin()}/api/mint/${imageId}/submitted`, {
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
	await kill();
	const outcome = await ended;
	await start();
	return outcome;
}

const asks = (method: string, block?: RegExp) => (call: Call) =>
	call.method === method &&
	(block === undefined || block.test(String(call.params.at(call.method === 'eth_call' ? 1 : 0))));
const newest = /^latest$/;
const numbered = /^0x/;

/** What the server was asking its node, or was told, when it was killed; one image each. */
const moments = {
	'prepare: is it our contract': 'prepare',
	'prepare: what became of the nonce': 'prepare',
	'prepare: done': 'prepare',
	'submit: never told': 'submit',
	'submit: under way': 'submit',
	'submit: done': 'submit',
	'watch: the newest block': 'watch',
	'watch: the block that counts': 'watch',
	'watch: the events': 'watch',
	'watch: the nonce': 'watch',
	'watch: the transaction': 'watch',
} as const;
type Moment = keyof typeof moments;

const callOf: Partial<Record<Moment, (call: Call) => boolean>> = {
	'prepare: is it our contract': asks('eth_getCode'),
	'prepare: what became of the nonce': asks('eth_call', newest),
	'watch: the newest block': asks('eth_getBlockByNumber', newest),
	'watch: the block that counts': asks('eth_getBlockByNumber', numbered),
	'watch: the events': asks('eth_getLogs'),
	'watch: the nonce': asks('eth_call', numbered),
	'watch: the transaction': asks('eth_getTransactionReceipt'),
};

async function prepareThrough(moment: Moment, imageId: string): Promise<PreparedMint> {
	const call = callOf[moment];
	if (moments[moment] === 'prepare' && call !== undefined) {
		// The second question of a preparation asks as the first does: of the newest block.
		const isSecond = moment === 'prepare: what became of the nonce';
		const stateOf = (asked: Call) => call(asked) && !(isSecond && JSON.stringify(asked).includes('0x91d14854'));
		expect(await killDuring(stateOf, () => prepare(imageId))).toBe('broken off');
		expect((await statuses()).map((mint) => mint.imageId)).not.toContain(imageId);
	}
	const prepared = await prepare(imageId);
	if (moment !== 'prepare: done') return prepared;
	await kill();
	await start();
	const again = await prepare(imageId);
	expect(again.voucher.nonce).toBe(prepared.voucher.nonce);
	return again;
}

async function reportThrough(moment: Moment, imageId: string, hash: string): Promise<void> {
	if (moment === 'submit: under way') {
		expect(await killWhileReporting(imageId, hash)).toBe('broken off');
		return;
	}
	// The browser goes with the server, and never tells.
	if (moment !== 'submit: never told') await report(imageId, hash);
	if (moments[moment] !== 'submit') return;
	await kill();
	await start();
}

it('a server that is killed in the middle of every call to its node ends each mint as the chain has it, minted once', async () => {
	const names = Object.keys(moments) as Moment[];
	const images = await draw(names.length);
	for (const [index, moment] of names.entries()) {
		const imageId = images[index]!;
		const hash = await chain.redeem(await prepareThrough(moment, imageId));
		await reportThrough(moment, imageId, hash);
		if (moments[moment] !== 'watch') await chain.mine(2);
		else if (moment === 'watch: the nonce' || moment === 'watch: the transaction') {
			// It asks so of mints that no event tells of: while the block does not count yet.
			await chain.mine(1);
			await killDuring(callOf[moment]!);
			await chain.mine(1);
		} else await killDuring(callOf[moment]!, () => chain.mine(2));
	}
	const deadline = Date.now() + 60_000;
	const settled = async () => (await statuses()).filter(({ status }) => status === 'confirmed').length;
	while ((await settled()) < images.length && Date.now() < deadline) await sleep(250);
	expect((await statuses()).map(({ imageId, status }) => [imageId, status])).toEqual(
		images.map((imageId) => [imageId, 'confirmed']),
	);
	const events = await chain.chain.mintedEvents(0, (await chain.chain.head()).number);
	expect(events).toHaveLength(images.length);
	expect(new Set(events.map(({ nonce }) => nonce)).size).toBe(images.length);
	server.child.kill('SIGTERM');
	expect(await server.ended).toBe(0);
});

it('a server that is told to stop while its node is silent answers who waits, and ends in time', async () => {
	const [waiting = '', preparing = ''] = await draw(2);
	await prepare(waiting);
	const watching = proxy.hold(asks('eth_getBlockByNumber', newest));
	await watching.held;
	const asking = proxy.hold(asks('eth_getCode'));
	const answer = browser.post('/api/mint/prepare', mintOrderOf(preparing));
	await asking.held;
	const told = performance.now();
	server.child.kill('SIGTERM');
	expect(await answer).toMatchObject({ status: 409, json: { reason: 'chain_unavailable' } });
	expect(await server.ended).toBe(0);
	// A preparation may take 10 s of its node's time, and a stop 20 s.
	expect(performance.now() - told).toBeLessThan(15_000);
	watching.release();
	asking.release();
});

async function draw(count: number): Promise<string[]> {
	const order = {
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		batchSize: count,
		engine: 'forge',
	};
	const { jobId } = (await browser.post('/api/generate', order)).json as { jobId: string };
	for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
		const images = (await browser.call(`/api/images/${jobId}`)).json as { id: string; state: string }[];
		if (images.length === count && images.every(({ state }) => state === 'stored')) return images.map(({ id }) => id);
	}
	throw new Error('The images were not drawn in time.');
}
