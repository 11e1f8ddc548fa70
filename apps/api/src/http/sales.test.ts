import { randomUUID } from 'node:crypto';
import { addSellingSale, type SaleChainTest, type SellingSale, signAll, startSaleChain } from '@adx/core/sale/testing';
import { insertUser } from '@adx/db/repositories/users';
import type { Purchase, Reservation, Sale } from '@adx/validators/sales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, callRaw, startTestServer, type TestServer } from '../testing.ts';

let chainTest: SaleChainTest;
let test: TestServer;
let selling: SellingSale;
beforeAll(async () => {
	chainTest = await startSaleChain({ blockMs: 40 });
	test = await startTestServer({
		SOLANA_RPC_URL: `${chainTest.chain.rpcUrl}/?api-key=secret-key`,
		SOLANA_CLUSTER: 'localnet',
		SOLANA_EXPLORER_URL: 'https://explorer.example/',
		TRUSTED_PROXIES: '127.0.0.1',
	});
	const { id } = await insertUser(test.server.services.db, { id: randomUUID() });
	// The watcher of the server may be the one that sees the collection.
	selling = await addSellingSale(test.server.services, chainTest, { ownerId: id, supply: 8 });
});
afterAll(async () => {
	await test.close();
	await chainTest.stop();
});

const path = () => `/api/sales/${selling.sale.id}`;
const get = (address: string, where = '') =>
	callRaw(test.origin, `${path()}${where}`, { headers: { 'x-forwarded-for': address } });
const post = (address: string, where: string, body: object): Promise<Answer> =>
	callRaw(test.origin, `${path()}${where}`, { method: 'POST', headers: { 'x-forwarded-for': address }, body });

describe('a sale over REST', () => {
	it('is bought from by somebody who never signed in, and shows what was bought', async () => {
		const wallet = await chainTest.wallet('buyer');
		const sale = (await get('203.0.113.1')).json as Sale;
		expect(sale).toMatchObject({
			phase: 'selling',
			price: 0.1,
			supply: 8,
			availableCount: 8,
			coverUrl: expect.any(String),
		});
		const cover = await callRaw(test.origin, sale.coverUrl ?? '');
		expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/webp']);
		expect(cover.headers['content-security-policy']).toContain('sandbox');
		const reserved = await post('203.0.113.1', '/reserve', { walletAddress: wallet.address });
		expect(reserved.status).toBe(200);
		const { reservationId, transactions } = reserved.json as Reservation;
		expect(transactions).toHaveLength(1);
		const signed = await signAll(reserved.json as Reservation, wallet);
		const sent = await post('203.0.113.1', '/submit', { reservationId, transactions: signed });
		expect([sent.status, sent.json]).toMatchObject([200, { status: 'sent', pieces: [] }]);
		const purchase = async () => (await get('203.0.113.1', `/reservations/${reservationId}`)).json as Purchase;
		await expect.poll(async () => (await purchase()).status, { timeout: 15_000, interval: 200 }).toBe('confirmed');
		const [piece] = (await purchase()).pieces;
		const picture = await callRaw(test.origin, `${piece?.imageUrl}?size=full`);
		expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
		const others = Array.from({ length: 9 }, (_, index) => index + 1).filter((each) => each !== piece?.tokenNumber);
		for (const each of others) expect((await get('203.0.113.1', `/pieces/${each}`)).status).toBe(404);
		expect((await get('203.0.113.1')).json).toMatchObject({ mintedCount: 1, latest: [{ imageUrl: piece?.imageUrl }] });
	});

	it('holds three pieces at most for one address, and tells how long to wait', async () => {
		for (let count = 0; count < 3; count++) {
			const { address } = await chainTest.wallet('holder');
			expect((await post('203.0.113.2', '/reserve', { walletAddress: address })).status).toBe(200);
		}
		const { address } = await chainTest.wallet('holder');
		const refused = await post('203.0.113.2', '/reserve', { walletAddress: address });
		expect([refused.status, refused.headers['retry-after'], refused.json]).toMatchObject([
			429,
			'120',
			{ reason: 'too_many_reservations', error: expect.stringContaining('Only 3 pieces') },
		]);
	});

	it('answers who asks too often with 429, and nobody else', async () => {
		const nobody = (address: string) => post(address, '/reserve', { walletAddress: '1'.repeat(32) });
		const { address } = await chainTest.wallet('poor', 0n);
		const answers: number[] = [];
		for (let count = 0; count < 121; count++) {
			answers.push((await post('203.0.113.3', '/reserve', { walletAddress: address })).status);
		}
		expect(new Set(answers.slice(0, 120))).toEqual(new Set([409]));
		expect(answers[120]).toBe(429);
		expect((await nobody('203.0.113.4')).status).toBe(400);
	});

	it('keeps the key of the node out of every answer and of the log', async () => {
		const { address } = await chainTest.wallet('buyer');
		await chainTest.chain.down();
		const refused = await post('203.0.113.5', '/reserve', { walletAddress: address });
		expect([refused.status, refused.json]).toMatchObject([409, { reason: 'chain_unavailable' }]);
		await expect.poll(() => test.log(), { timeout: 15_000 }).toContain('Solana could not be followed');
		await chainTest.chain.up();
		expect(test.log()).not.toContain('secret-key');
		expect(JSON.stringify(refused.json)).not.toContain('secret-key');
	});
});

describe('bad input about sales', () => {
	const wallet = 'So11111111111111111111111111111111111111112';

	it.each<[string, object]>([
		['no wallet', {}],
		['an address of another chain', { walletAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
		['the system program', { walletAddress: '1'.repeat(32) }],
		['letters that base58 lacks', { walletAddress: `0OIl${wallet.slice(4)}` }],
		['an address of too many bytes', { walletAddress: 'z'.repeat(44) }],
		['a wallet that is a list', { walletAddress: [wallet] }],
		['a price of the buyer’s own', { walletAddress: wallet, priceLamports: '1' }],
		['a piece of the buyer’s own choice', { walletAddress: wallet, tokenNumber: 1 }],
	])('rejects %s with a sentence', async (_, body) => {
		const { status, json } = await post('203.0.113.6', '/reserve', body);
		expect([status, json]).toMatchObject([400, { reason: 'bad_input', error: expect.stringMatching(/\w+/) }]);
	});

	it.each<[string, object]>([
		['no transaction', { reservationId: 'r', transactions: [] }],
		['more transactions than a chunk', { reservationId: 'r', transactions: Array.from({ length: 26 }, () => 'AQID') }],
		['a transaction that is not base64', { reservationId: 'r', transactions: ['<script>'] }],
		['a transaction of more than 1,232 bytes', { reservationId: 'r', transactions: ['A'.repeat(1_648)] }],
		['a transaction that is an object', { reservationId: 'r', transactions: [{ wire: 'AQID' }] }],
		['a reservation that is a number', { reservationId: 1, transactions: ['AQID'] }],
		['a wallet besides', { reservationId: 'r', transactions: ['AQID'], walletAddress: wallet }],
	])('rejects %s', async (_, body) => {
		expect((await post('203.0.113.6', '/submit', body)).status).toBe(400);
	});

	it.each([
		'/api/sales/nothing',
		'/api/sales/%00',
		`/api/sales/${'1'.repeat(400)}`,
		'/api/sales/1%20OR%201=1',
		'/api/sales/nothing/cover',
		'/api/sales/nothing/pieces/1',
		'/api/sales/nothing/reservations/nothing',
		'/api/sales/nothing/reservations/..%2f..%2f',
	])('answers %s like what does not exist', async (where) => {
		const { status, json } = await callRaw(test.origin, where, { headers: { 'x-forwarded-for': '203.0.113.7' } });
		expect([status, json]).toMatchObject([404, { reason: 'not_found' }]);
	});

	it.each(['/pieces/0', '/pieces/-1', '/pieces/1.5', '/pieces/1e5', '/pieces/abc', '/pieces/100001'])(
		'answers %s like a piece that does not exist',
		async (where) => {
			expect((await get('203.0.113.7', where)).status).toBe(404);
		},
	);

	it('rejects a size that there is not', async () => {
		expect((await get('203.0.113.7', '/cover?size=9999')).status).toBe(400);
	});
});
