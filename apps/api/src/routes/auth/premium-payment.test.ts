import { nodeFaults } from '@adx/core/mint/mint-testing';
import { hasPaymentChain, type PaymentChainTest, startPaymentChain } from '@adx/core/premium/premium-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	dumpDatabase,
	generationRequest,
	postWithoutWaiting,
	sendRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

const nodeKey = 'c4n4ry-0123456789-abcdef';

let test: TestServer;
let chain: PaymentChainTest;
let proxy: Awaited<ReturnType<PaymentChainTest['startProxy']>>;
beforeAll(async () => {
	if (!hasPaymentChain) return;
	chain = await startPaymentChain();
	proxy = await chain.startProxy();
	test = await startTestServer({
		LOG_LEVEL: 'trace',
		POLYGON_RPC_URL: `${proxy.origin}/v2/${nodeKey}?key=${nodeKey}`,
		POLYGON_EXPLORER_URL: 'https://explorer.example/',
		POLYGON_CONFIRMATIONS: '3',
		PREMIUM_TREASURY: chain.treasury.toLowerCase(),
		PREMIUM_PRICE: '5',
	});
});
afterAll(async () => {
	await test?.close();
	await chain?.stop();
});

const path = '/api/auth/premium';
const madeUp = `0x${'ab'.repeat(32)}`;

async function caller() {
	const browser = await signedIn(test.origin, 'community');
	const pay = (signature: unknown, name: unknown = 'polygon', more: object = {}) =>
		browser.post(path, { chain: name, signature, ...more });
	return { browser, pay };
}
const isPremium = async (browser: Browser) =>
	((await browser.call('/api/auth/check')).json as { user: { premium: boolean } }).user.premium;

describe.skipIf(!hasPaymentChain)('POST /api/auth/premium', () => {
	it('opens Premium once the payment is confirmed, for every session of the account (AMB-48)', async () => {
		const { browser, pay } = await caller();
		const { json } = await browser.call('/api/auth/check');
		const { id } = (json as { user: { id: string } }).user;
		const signature = await chain.pay({ memo: id });
		const early = await pay(signature);
		expect([early.status, early.headers['retry-after'], early.json]).toEqual([
			409,
			'5',
			{
				error: 'The payment is on its way: 2 confirmations are missing of 3. Try again in a moment.',
				reason: 'payment_unconfirmed',
				requestId: expect.any(String),
			},
		]);
		const premiumOrder = { ...generationRequest, artStyle: 'bold-retro' };
		expect((await browser.post('/api/generate', premiumOrder)).status).toBe(402);
		await chain.mine(2);
		const { status, json: check } = await pay(signature);
		expect([status, check]).toEqual([200, (await browser.call('/api/auth/check')).json]);
		expect(check).toMatchObject({ user: { id, premium: true } });
		expect((await browser.post('/api/generate', premiumOrder)).status).toBe(200);
		expect((await browser.call(path)).json).toEqual([
			{
				chain: 'polygon',
				signature,
				active: true,
				paidAt: expect.stringMatching(/^20\d\d-/),
				explorerUrl: `https://explorer.example/tx/${signature}`,
			},
		]);
		await browser.post('/api/auth/discord/logout');
		expect((await browser.signIn('community')).json).toMatchObject({ user: { id, premium: true } });
	});

	it('is switched off by DELETE, and on again by the same payment (VAL-15)', async () => {
		const { browser, pay } = await caller();
		const signature = await chain.pay();
		await chain.mine(2);
		await pay(signature);
		expect((await browser.call(path, { method: 'DELETE' })).json).toMatchObject({ user: { premium: false } });
		expect((await browser.call(path)).json).toMatchObject([{ signature, active: false }]);
		expect(await isPremium(browser)).toBe(false);
		expect((await pay(signature)).status).toBe(200);
		expect(await isPremium(browser)).toBe(true);
	});

	it('62 rejects a payment used twice', async () => {
		const signature = await chain.pay();
		await chain.mine(2);
		expect((await (await caller()).pay(signature)).status).toBe(200);
		const { browser, pay } = await caller();
		for (const again of [signature, `0x${signature.slice(2).toUpperCase()}`]) {
			const { status, json } = await pay(again);
			expect([status, json]).toMatchObject([409, { reason: 'payment_used', error: expect.stringContaining('once') }]);
		}
		expect(await isPremium(browser)).toBe(false);
	});

	it('62 rejects a transfer without data that another account named first', async () => {
		const [payer, stranger] = [await caller(), await caller()];
		const signature = await chain.pay();
		expect((await payer.pay(signature)).json).toMatchObject({ reason: 'payment_unconfirmed' });
		await chain.mine(2);
		const { status, json } = await stranger.pay(signature);
		expect([status, json]).toMatchObject([
			409,
			{ reason: 'payment_of_another', error: expect.stringContaining('first') },
		]);
		expect((await payer.pay(signature)).status).toBe(200);
	});

	it('62 rejects a made-up hash, and the sixth of an account for a quarter of an hour', async () => {
		const { pay } = await caller();
		for (let digit = 1; digit <= 5; digit++) {
			const { status, json } = await pay(`0x${String(digit).repeat(64)}`);
			expect([status, json]).toMatchObject([409, { reason: 'payment_unknown' }]);
		}
		expect((await pay(`0x${'1'.repeat(64)}`)).status).toBe(409);
		const { status, json, headers } = await pay(`0x${'6'.repeat(64)}`);
		expect([status, json]).toMatchObject([429, { reason: 'too_many_tries', error: expect.stringMatching(/\.$/) }]);
		expect(Number(headers['retry-after'])).toBeGreaterThan(800);
		expect((await (await caller()).pay(`0x${'6'.repeat(64)}`)).status).toBe(409);
	});

	describe('with a bad input', () => {
		let one: Awaited<ReturnType<typeof caller>>;
		beforeAll(async () => {
			one = await caller();
		});

		it.each<[string, unknown, unknown, object]>([
			['a hash that is too short', '0x12', 'polygon', {}],
			['a hash with other letters', `0x${'g'.repeat(64)}`, 'polygon', {}],
			['a hash with a capital X', madeUp.replace('x', 'X'), 'polygon', {}],
			['a hash with a line behind it', `${madeUp}\n`, 'polygon', {}],
			['a hash with a space before it', ` ${madeUp}`, 'polygon', {}],
			['no signature', undefined, 'polygon', {}],
			['a signature of null', null, 'polygon', {}],
			['a signature that is not text', 7, 'polygon', {}],
			['a list of signatures', [madeUp], 'polygon', {}],
			['a signature of 10,000 characters', 'a'.repeat(10_000), 'polygon', {}],
			['an unknown chain', madeUp, 'bitcoin', {}],
			['a chain in capitals', madeUp, 'Polygon', {}],
			['a chain by the name of something else', madeUp, '__proto__', {}],
			['a list of chains', madeUp, ['polygon'], {}],
			['no chain', madeUp, 'polygon', { chain: undefined }],
			['a price', madeUp, 'polygon', { price: '0' }],
			['an account', madeUp, 'polygon', { userId: 'somebody' }],
			['a role', madeUp, 'polygon', { isDeveloper: true }],
		])('rejects %s with a sentence, and does not count it', async (_, signature, name, more) => {
			for (let time = 0; time < 6; time++) {
				const { status, json } = await one.pay(signature, name, more);
				expect([status, json]).toMatchObject([
					400,
					{ reason: 'bad_input', error: expect.stringMatching(/\w+ \w+|Required/) },
				]);
			}
		});

		it.each<[string, string, Record<string, string>, number]>([
			['a list', `[{"chain":"polygon","signature":"${madeUp}"}]`, {}, 400],
			['a __proto__ key', `{"chain":"polygon","signature":"${madeUp}","__proto__":{"a":1}}`, {}, 400],
			['half of JSON', '{"chain":"polygon",', {}, 400],
			['a form', `chain=polygon&signature=${madeUp}`, { 'content-type': 'application/x-www-form-urlencoded' }, 415],
			['more than 1 MB', JSON.stringify({ chain: 'polygon', signature: 'a'.repeat(1_000_001) }), {}, 413],
			['a foreign Origin', `{"chain":"polygon","signature":"${madeUp}"}`, { origin: 'https://evil.example' }, 403],
		])('rejects %s', async (_, body, more, expected) => {
			const headers = { 'content-type': 'application/json', ...more };
			const { status, json } = await one.browser.call(path, { method: 'POST', body, headers });
			expect([status, json]).toMatchObject([expected, { reason: expect.any(String), error: expect.any(String) }]);
		});

		it('rejects nobody and an ended session, to switch off and to list too', async () => {
			const cookies = ['', 'adx_session=garbage', 'adx_premium=true'];
			for (const cookie of cookies) {
				const headers = { cookie, 'content-type': 'application/json' };
				const calls = [
					await sendRequest(test.origin, path, {
						method: 'POST',
						headers,
						body: `{"chain":"polygon","signature":"${madeUp}"}`,
					}),
					await sendRequest(test.origin, path, { method: 'DELETE', headers: { cookie } }),
					await sendRequest(test.origin, path, { headers: { cookie } }),
				];
				expect([cookie, ...calls.map(({ status }) => status)]).toEqual([cookie, 401, 401, 401]);
			}
		});
	});

	it('rejects what pays too little or somebody else with 402, a chain without a price with 409', async () => {
		const { pay } = await caller();
		const little = await pay(await chain.pay({ value: '1' }));
		expect([little.status, little.json]).toMatchObject([402, { reason: 'payment_too_small' }]);
		const elsewhere = await pay(await chain.pay({ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }));
		expect([elsewhere.status, elsewhere.json]).toMatchObject([402, { reason: 'payment_elsewhere' }]);
		const unpriced = await pay(madeUp, 'ethereum');
		expect([unpriced.status, unpriced.json]).toMatchObject([409, { reason: 'premium_unavailable' }]);
	});

	it('tells pages what it costs and who is paid, and nothing of the node', async () => {
		const { bytes, json } = await (await caller()).browser.call('/api/config');
		expect((json as { premiumPrices: unknown }).premiumPrices).toEqual([
			{
				chain: 'polygon',
				chainId: 137,
				symbol: 'MATIC',
				price: '5',
				treasury: chain.treasury,
				confirmations: 3,
				explorerUrl: 'https://explorer.example',
			},
		]);
		// Nothing is minted for want of a contract and a signer.
		expect((json as { chains: unknown }).chains).toEqual([]);
		expect(bytes.toString()).not.toContain(proxy.origin);
	});

	it('tells the key in a node’s address to nobody, however the node fails', async () => {
		const { browser, pay } = await caller();
		const signature = madeUp;
		for (const [name, fault] of Object.entries(nodeFaults)) {
			proxy.respondWith((calls) => fault(calls, `${proxy.origin}/v2/${nodeKey}?key=${nodeKey} or ${nodeKey}`));
			const rest = await pay(signature);
			const trpc = await browser.post('/trpc/auth.payPremium', { json: { chain: 'polygon', signature } });
			proxy.respondWith(null);
			expect([name, rest.status, rest.json, trpc.status]).toMatchObject([
				name,
				409,
				{ reason: 'chain_unavailable' },
				409,
			]);
			for (const { headers, bytes } of [rest, trpc]) {
				expect(`${JSON.stringify(headers)} ${bytes}`).not.toContain(nodeKey);
			}
		}
		expect(test.log()).toContain('no node could be asked about a payment');
		expect(test.log()).not.toContain(nodeKey);
		expect(await dumpDatabase(test)).not.toContain(nodeKey);
	});

	it('opens Premium for a payment that nobody named, since its page was closed, and starts no second one before', async () => {
		const { browser } = await caller();
		const { json } = await browser.call('/api/auth/check');
		const { id } = (json as { user: { id: string } }).user;
		const started = await browser.post(`${path}/started`, { chain: 'polygon' });
		expect([started.status, started.json]).toMatchObject([200, { chain: 'polygon', secondsLeft: 900 }]);
		const second = await browser.post(`${path}/started`, { chain: 'polygon' });
		expect([second.status, second.json]).toMatchObject([409, { reason: 'payment_under_way' }]);
		expect((await browser.call(`${path}/started`)).json).toMatchObject([{ chain: 'polygon' }]);
		const signature = await chain.pay({ memo: id });
		await chain.mine(2);
		await expect.poll(() => isPremium(browser), { timeout: 20_000 }).toBe(true);
		expect((await browser.call(path)).json).toMatchObject([{ chain: 'polygon', signature, active: true }]);
		expect((await browser.call(`${path}/started`)).json).toEqual([]);
		expect((await browser.call(`${path}/started`, { method: 'DELETE' })).json).toEqual({ ok: true });
	});

	it('asks no node any longer for a caller who has gone', async () => {
		const { browser } = await caller();
		const hold = proxy.hold(({ method }) => method === 'eth_getTransactionByHash');
		const call = postWithoutWaiting(browser, path, { chain: 'polygon', signature: madeUp });
		await hold.held;
		expect(hold.open()).toBe(1);
		call.destroy();
		await expect.poll(() => hold.open(), { timeout: 5_000 }).toBe(0);
		hold.release();
	});
});
