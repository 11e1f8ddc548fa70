import { createMintRequest, hasAnvil, type MintChainTest, startMintChain } from '@adx/core/mint/mint-testing';
import type { ImageMintStatus, PreparedMint } from '@adx/validators/mint';
import { CarReader } from '@ipld/car';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	createMintVariables,
	generateImages,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

let test: TestServer;
let chain: MintChainTest;
let browser: Browser;
let imageId: string;
beforeAll(async () => {
	chain = await startMintChain({ confirmations: 1, isMining: true });
	test = await startTestServer({
		...createMintVariables(chain),
		POLYGON_PUBLIC_RPC_URL: 'https://public.example',
		POLYGON_EXPLORER_URL: 'https://explorer.example/',
	});
	browser = await signedIn(test.origin);
	[imageId = ''] = await generateImages(browser);
});
afterAll(async () => {
	await test.close();
	await chain.stop();
});

const prepare = (body: object) => browser.post('/api/mint/prepare', body);
const statuses = async () => (await browser.call('/api/mint/status?chain=polygon')).json as ImageMintStatus[];

describe.skipIf(!hasAnvil)('minting over REST', () => {
	it('goes from nothing to confirmed, and answers 304 while nothing changes (API-09, ENT-10, MINT-12)', async () => {
		expect(await statuses()).toEqual([]);
		const { status, json } = await prepare(createMintRequest(imageId));
		expect(status).toBe(200);
		const prepared = json as PreparedMint;
		const open = {
			imageId,
			chain: 'polygon',
			contractAddress: chain.address,
			tokenId: prepared.voucher.nonce,
			ownerAddress: prepared.voucher.to,
			errorMessage: null,
			published: false,
			transactionUnknown: false,
			cancelledAt: null,
			permittedUntil: new Date(prepared.voucher.deadline * 1_000).toISOString(),
		};
		expect(await statuses()).toEqual([{ ...open, status: 'prepared', transactionHash: null, explorerUrl: null }]);
		const transactionHash = await chain.redeem(prepared);
		const reported = await browser.post(`/api/mint/${imageId}/submitted`, { chain: 'polygon', transactionHash });
		const explorerUrl = `https://explorer.example/tx/${transactionHash}`;
		expect(reported.json).toEqual({ ...open, status: 'minting', transactionHash, explorerUrl });
		await expect
			.poll(statuses, { timeout: 15_000, interval: 200 })
			.toEqual([{ ...open, status: 'confirmed', transactionHash, explorerUrl, permittedUntil: null }]);
		const { headers } = await browser.call('/api/mint/status?chain=polygon');
		const again = await browser.call('/api/mint/status?chain=polygon', {
			headers: { 'if-none-match': String(headers.etag) },
		});
		expect(again.status).toBe(304);
		const refused = await prepare(createMintRequest(imageId));
		expect([refused.status, refused.json]).toMatchObject([409, { reason: 'already_minted' }]);
	});

	it('gives a mint up, which its owner reads with until when what was signed holds', async () => {
		const [, third = ''] = await generateImages(browser);
		const { voucher } = (await prepare(createMintRequest(third))).json as PreparedMint;
		const cancelled = await browser.post(`/api/mint/${third}/cancel`, { chain: 'polygon' });
		const permittedUntil = new Date(voucher.deadline * 1_000).toISOString();
		const shown = { imageId: third, status: 'failed', cancelledAt: expect.any(String), permittedUntil };
		expect([cancelled.status, cancelled.json]).toMatchObject([200, shown]);
		expect((await statuses()).find((mint) => mint.imageId === third)).toEqual(cancelled.json);
	});

	it('serves the files of a mint as a CAR', async () => {
		const [second = ''] = await generateImages(browser);
		const { json } = await prepare(createMintRequest(second));
		const { carUrl, metadataCid } = json as PreparedMint;
		const { bytes, headers } = await browser.call(carUrl);
		expect(headers['content-type']).toBe('application/vnd.ipld.car; version=1');
		expect(headers['content-disposition']).toMatch(/^attachment; filename="baf\w+\.car"$/);
		const car = await CarReader.fromBytes(bytes);
		const cids: string[] = [];
		for await (const cid of car.cids()) cids.push(String(cid));
		expect(cids).toContain(metadataCid);
	});

	it('tells pages which chains there are, and developers alone what wallets are told of them (ENT-17)', async () => {
		const config = (await browser.call('/api/config')).json as { chains: unknown };
		expect(config.chains).toEqual([{ chain: 'polygon', chainId: 137, symbol: 'MATIC' }]);
		expect(JSON.stringify(config)).not.toContain(chain.anvil.rpcUrl);
		expect((await browser.call('/api/mint/chains')).json).toMatchObject([
			{ chain: 'polygon', rpcUrl: 'https://public.example', contractAddress: chain.address, publishesFiles: false },
		]);
	});

	it('rejects a chain without a contract with the words of the toast (AMB-40)', async () => {
		const { status, json } = await prepare(createMintRequest(imageId, { chain: 'ethereum' }));
		const error = 'Minting on this chain is not set up on this server.';
		expect([status, json]).toMatchObject([409, { reason: 'mint_unavailable', error }]);
	});
});
