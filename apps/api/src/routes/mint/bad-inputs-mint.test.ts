import { createMintRequest, hasAnvil, type MintChainTest, startMintChain } from '@adx/core/mint/mint-testing';
import type { ImageMintStatus, PreparedMint } from '@adx/validators/mint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	createMintVariables,
	generateImages,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

// Bad inputs 57 to 62, as far as they are about vouchers, and the listing of a merged collection.

let test: TestServer;
let chain: MintChainTest;
let browser: Browser;
let imageId: string;
beforeAll(async () => {
	chain = await startMintChain({ confirmations: 1, isMining: true });
	test = await startTestServer({
		LOCKED_PAGES: '',
		...createMintVariables(chain),
	});
	browser = await signedIn(test.origin);
	[imageId = ''] = await generateImages(browser);
});
afterAll(async () => {
	await test.close();
	await chain.stop();
});

const prepare = (body: object, caller = browser) => caller.post('/api/mint/prepare', body);
const aSentence = expect.stringMatching(/\w+ \w+/);

describe.skipIf(!hasAnvil)('bad input about minting', () => {
	it('57 rejects another owner’s image like one that does not exist', async () => {
		const stranger = await signedIn(test.origin);
		const [theirs = ''] = await generateImages(stranger);
		for (const id of [theirs, 'nothing']) {
			const { status, json } = await prepare(createMintRequest(id));
			expect([status, json]).toMatchObject([404, { reason: 'not_found' }]);
			const transactionHash = `0x${'1'.repeat(64)}`;
			const reported = await browser.post(`/api/mint/${id}/submitted`, { chain: 'polygon', transactionHash });
			expect(reported.status).toBe(404);
			expect((await browser.call(`/api/mint/${id}/car`)).status).toBe(404);
		}
		// What is prepared is nobody else's to tell about either.
		expect((await prepare(createMintRequest(theirs), stranger)).status).toBe(200);
		const transactionHash = `0x${'1'.repeat(64)}`;
		const reported = await browser.post(`/api/mint/${theirs}/submitted`, { chain: 'polygon', transactionHash });
		expect(reported.status).toBe(404);
		expect((await browser.call(`/api/mint/${theirs}/car`)).status).toBe(404);
		expect((await browser.call('/api/mint/status')).json).toEqual([]);
	});

	it.each<[string, object]>([
		['58 the zero address', { walletAddress: `0x${'0'.repeat(40)}` }],
		['58 an address with a wrong checksum', { walletAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293bc' }],
		['58 an address that is none', { walletAddress: 'vitalik.eth' }],
		['59 an unknown chain', { chain: 'solana' }],
		['59 a chain by its number', { chain: 137 }],
		['59 no chain', { chain: undefined }],
		['60 a price', { price: '1' }],
		['60 a price of 0', { price: 0 }],
		['60 a token id', { tokenId: '1' }],
		['60 a nonce', { nonce: '1' }],
		['60 a deadline', { deadline: 4_000_000_000 }],
		['a name of blanks', { name: '  ' }],
		['a name that hides characters', { name: 'Elf\u202eraziw' }],
		['a name of 10,000 characters', { name: 'x'.repeat(10_000) }],
	])('rejects %s with a sentence', async (_, change) => {
		const { status, json } = await prepare({ ...createMintRequest(imageId), ...change });
		expect([status, json]).toMatchObject([400, { reason: 'bad_input', error: aSentence }]);
	});

	it('59 rejects an unknown chain wherever one is named', async () => {
		const transactionHash = `0x${'1'.repeat(64)}`;
		const reported = await browser.post(`/api/mint/${imageId}/submitted`, { chain: 'bitcoin', transactionHash });
		expect(reported.status).toBe(400);
		expect((await browser.call('/api/mint/status?chain=bitcoin')).status).toBe(400);
		expect((await browser.call(`/api/mint/${imageId}/car?chain=bitcoin`)).status).toBe(400);
	});

	it.each<[string, string]>([
		['a price of -1', '{"mintPrice":-1}'],
		['a price of 1e309', '{"mintPrice":1e309}'],
		['a price of "1e309"', '{"mintPrice":"1e309"}'],
		['a price that is not a number', '{"mintPrice":"much"}'],
		['a royalty of 10.01', '{"royaltyPercentage":10.01}'],
		['a royalty of -0.01', '{"royaltyPercentage":-0.01}'],
		['a symbol of 11', '{"collectionSymbol":"ABCDEFGHIJK"}'],
	])('60 rejects %s in the listing of a collection', async (_, body) => {
		const patch = (text: string) =>
			browser.call('/api/merge-jobs/nothing', {
				method: 'PATCH',
				headers: { 'content-type': 'application/json' },
				body: text,
			});
		const { status, bytes } = await patch(body);
		expect([status, bytes.toString()]).toEqual([400, aSentence]);
		// What may be listed is looked for, and not found.
		expect((await patch('{"mintPrice":1,"royaltyPercentage":10,"collectionSymbol":"ABCDEFGHIJ"}')).status).toBe(404);
	});

	it('61 rejects a replay of the voucher, also by another, and one that has run out', async () => {
		const [, replayed = '', late = ''] = await generateImages(browser);
		const prepared = (await prepare(createMintRequest(replayed))).json as PreparedMint;
		const outcome = async (hash: `0x${string}`) => (await chain.client.waitForTransactionReceipt({ hash })).status;
		expect(await outcome(await chain.redeem(prepared))).toBe('success');
		expect(await outcome(await chain.redeem(prepared))).toBe('reverted');
		expect(await outcome(await chain.redeem(prepared, 'stranger'))).toBe('reverted');
		const expired = (await prepare(createMintRequest(late))).json as PreparedMint;
		const snapshot = await chain.client.snapshot();
		await chain.client.increaseTime({ seconds: 16 * 60 });
		expect(await outcome(await chain.redeem(expired))).toBe('reverted');
		await chain.client.revert({ id: snapshot });
	});

	it('61 rejects a voucher on another contract and on another chain', async () => {
		const [, , fresh = ''] = await generateImages(browser);
		const prepared = (await prepare(createMintRequest(fresh))).json as PreparedMint;
		const other = await chain.deployAnother();
		const outcome = async (on: MintChainTest, contractAddress: string) => {
			const hash = await on.redeem({ ...prepared, contractAddress });
			return (await on.client.waitForTransactionReceipt({ hash })).status;
		};
		expect(await outcome(chain, other.settings.contractAddress)).toBe('reverted');
		const ethereum = await startMintChain({ name: 'ethereum', isMining: true });
		try {
			// The very address, and the very signer.
			expect(ethereum.address).toBe(chain.address);
			expect(await outcome(ethereum, ethereum.address)).toBe('reverted');
		} finally {
			await ethereum.stop();
		}
		expect(await outcome(chain, chain.address)).toBe('success');
	});

	it('61 gives one nonce to 50 preparations at once, and lets one of 50 redemptions through', async () => {
		const caller = await signedIn(test.origin);
		const [fresh = ''] = await generateImages(caller);
		const calls = Array.from({ length: 50 }, (_, number) =>
			prepare(createMintRequest(fresh, { name: `Name ${number}` }), caller),
		);
		const answers = await Promise.all(calls);
		expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
		const prepared = answers.map(({ json }) => json as PreparedMint);
		expect(new Set(prepared.map(({ voucher }) => voucher.nonce)).size).toBe(1);
		expect(new Set(prepared.map(({ mintId }) => mintId)).size).toBe(1);
		expect(await chain.redeemAtOnce(prepared[49]!, 50)).toBe(1);
		await expect
			.poll(async () => (await caller.call('/api/mint/status')).json as ImageMintStatus[], { timeout: 15_000 })
			.toMatchObject([{ imageId: fresh, status: 'confirmed' }]);
	});

	it.each([
		['0x12', 'polygon'],
		[`0x${'g'.repeat(64)}`, 'polygon'],
		['', 'polygon'],
	])('61 rejects the transaction hash %j on %s', async (transactionHash, name) => {
		const { status } = await browser.post(`/api/mint/${imageId}/submitted`, { chain: name, transactionHash });
		expect(status).toBe(400);
	});

	it('61 believes no made-up transaction hash: the chain decides', async () => {
		const caller = await signedIn(test.origin);
		const [first = ''] = await generateImages(caller);
		const prepared = (await prepare(createMintRequest(first), caller)).json as PreparedMint;
		const transactionHash = `0x${'a'.repeat(64)}`;
		const reported = await caller.post(`/api/mint/${first}/submitted`, { chain: 'polygon', transactionHash });
		expect(reported.json).toMatchObject({ status: 'minting' });
		await chain.mine(3);
		const txHash = await chain.redeem(prepared);
		const row = () =>
			test.server.services.db
				.selectFrom('mintedTokens')
				.select(['status', 'txHash'])
				.where('imageId', '=', first)
				.executeTakeFirst();
		await expect.poll(row, { timeout: 15_000 }).toEqual({ status: 'confirmed', txHash });
	});

	it('rejects the sixty-first preparation of a user within a minute, and nobody else’s', async () => {
		const caller = await signedIn(test.origin);
		const answers = [];
		for (let number = 0; number < 61; number += 1) answers.push(await prepare(createMintRequest('nothing'), caller));
		expect(answers.slice(0, 60).every(({ status }) => status === 404)).toBe(true);
		const last = answers[60]!;
		expect([last.status, last.json]).toMatchObject([
			429,
			{ reason: 'too_many_tries', error: 'Too many preparations of mints. Try again in a minute.' },
		]);
		expect(Number(last.headers['retry-after'])).toBeLessThanOrEqual(60);
		expect((await prepare(createMintRequest('nothing'), await signedIn(test.origin))).status).toBe(404);
	});
});
