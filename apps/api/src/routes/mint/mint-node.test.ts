import {
	createMintRequest,
	hasAnvil,
	type MintChainTest,
	nodeFaults,
	startMintChain,
} from '@adx/core/mint/mint-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	createMintVariables,
	generateImages,
	postWithoutWaiting,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

const pathKey = 'c4n4ry-path-0123456789';
const queryKey = 'c4n4ry-query-9876543210';

let chain: MintChainTest;
let proxy: Awaited<ReturnType<MintChainTest['startProxy']>>;
let test: TestServer;
let browser: Browser;
let images: string[];
beforeAll(async () => {
	chain = await startMintChain({ confirmations: 1, isMining: true });
	proxy = await chain.startProxy();
	test = await startTestServer({
		LOG_LEVEL: 'trace',
		...createMintVariables(chain),
		POLYGON_RPC_URL: `${proxy.origin}/v2/${pathKey}?key=${queryKey}`,
	});
	browser = await signedIn(test.origin);
	images = await generateImages(browser);
});
afterAll(async () => {
	await test.close();
	await chain.stop();
});

describe.skipIf(!hasAnvil)('a node whose address holds a key', () => {
	it.each(Object.entries(nodeFaults))('tells it to no log and no answer by %s', async (_, fault) => {
		proxy.respondWith((calls) => fault(calls, `${proxy.origin}/v2/${pathKey}?key=${queryKey} or ${pathKey}`));
		const answers = [
			await browser.post('/api/mint/prepare', createMintRequest(images[0]!)),
			await browser.post('/trpc/mint.prepare', { json: createMintRequest(images[0]!) }),
			await browser.call('/api/mint/status?chain=polygon'),
		];
		proxy.respondWith(null);
		expect(answers[0]).toMatchObject({ status: 409, json: { error: expect.stringMatching(/\w+/) } });
		const shown = answers.map(({ headers, bytes }) => `${JSON.stringify(headers)} ${bytes}`).join('\n');
		for (const text of [shown, test.log()]) {
			expect(text).not.toContain(pathKey);
			expect(text).not.toContain(queryKey);
		}
	});

	it('keeps it out of an error that names the address, whoever logs it', () => {
		const url = `${proxy.origin}/v2/${pathKey}?key=${queryKey}`;
		test.server.services.log.error({ err: new Error(`fetch failed: ${url}`), key: queryKey }, `at ${url}`);
		expect(test.log()).toContain('fetch failed');
		expect(test.log()).not.toContain(pathKey);
		expect(test.log()).not.toContain(queryKey);
	});
});

describe.skipIf(!hasAnvil)('a node that is silent', () => {
	it('is not asked any longer for a caller who has gone', async () => {
		const hold = proxy.hold(({ method }) => method === 'eth_getCode');
		const call = postWithoutWaiting(browser, '/api/mint/prepare', createMintRequest(images[0]!));
		await hold.held;
		expect(hold.open()).toBe(1);
		call.destroy();
		await expect.poll(() => hold.open(), { timeout: 2_000 }).toBe(0);
		hold.release();
	});

	it('does not hold up a stop', async () => {
		await browser.post('/api/mint/prepare', createMintRequest(images[1]!));
		const hold = proxy.hold(({ method }) => method === 'eth_getBlockByNumber');
		await hold.held;
		const start = performance.now();
		await test.server.close();
		expect(performance.now() - start).toBeLessThan(5_000);
		await expect.poll(() => hold.open(), { timeout: 10_000 }).toBe(0);
	});
});
