import { randomUUID } from 'node:crypto';
import { isOnDisk } from '@adx/core/platform/storage/files-testing';
import { addSellingSale, hasSaleChain, type SellingSale, signAll } from '@adx/core/sale/sale-testing';
import { insertUser } from '@adx/db/repositories/auth/users';
import type { Purchase, Reservation, Sale } from '@adx/validators/sale/sales';
import type { SaleChallenge } from '@adx/validators/sale/wallet-proof';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useSaleServer } from '../../testing/sale-server-testing.ts';
import { Browser, sendRequest, signedIn, type TestResponse } from '../../testing/server-testing.ts';

const { chain, test } = useSaleServer({
	blockMs: 40,
	secretPath: '/?api-key=secret-key',
	TRUSTED_PROXIES: '127.0.0.1',
});
let selling: SellingSale;
beforeAll(async () => {
	if (!hasSaleChain) return;
	const { id } = await insertUser(test.server.services.db, { id: randomUUID() });
	// The watcher of the server may be the one that sees the collection.
	selling = await addSellingSale(test.server.services, chain, { ownerId: id, supply: 8 });
});

const path = () => `/api/sales/${selling.sale.id}`;
const get = (address: string, where = '') =>
	sendRequest(test.origin, `${path()}${where}`, { headers: { 'x-forwarded-for': address } });
const post = (address: string, where: string, body: object): Promise<TestResponse> =>
	sendRequest(test.origin, `${path()}${where}`, { method: 'POST', headers: { 'x-forwarded-for': address }, body });

describe.skipIf(!hasSaleChain)('a sale over REST', () => {
	it('is bought from by somebody who never signed in, and shows what was bought', async () => {
		const wallet = await chain.wallet('buyer');
		const sale = (await get('203.0.113.1')).json as Sale;
		expect(sale).toMatchObject({
			phase: 'selling',
			price: 0.1,
			supply: 8,
			availableCount: 8,
			coverUrl: expect.any(String),
		});
		const cover = await sendRequest(test.origin, sale.coverUrl ?? '');
		expect([cover.status, cover.headers['content-type']]).toEqual([200, 'image/webp']);
		expect(cover.headers['content-security-policy']).toContain('sandbox');
		const reserved = await post('203.0.113.1', '/reserve', { walletAddress: wallet.address });
		expect(reserved.status).toBe(200);
		const { reservationId, transactions } = reserved.json as Reservation;
		expect(transactions).toHaveLength(1);
		const signed = await signAll(reserved.json as Reservation, wallet);
		const sent = await post('203.0.113.1', '/submit', { reservationId, transactions: signed });
		expect([sent.status, sent.json]).toMatchObject([200, { status: 'sent', items: [], pieces: [] }]);
		const purchase = async () => (await get('203.0.113.1', `/reservations/${reservationId}`)).json as Purchase;
		await expect.poll(async () => (await purchase()).status, { timeout: 15_000, interval: 200 }).toBe('confirmed');
		const { items, itemCount, pieces, pieceCount } = await purchase();
		// The names that older clients read.
		expect([pieces, pieceCount]).toEqual([items, itemCount]);
		const [item] = items;
		const picture = await sendRequest(test.origin, `${item?.imageUrl}?size=full`);
		expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
		const others = Array.from({ length: 9 }, (_, index) => index + 1).filter((each) => each !== item?.tokenNumber);
		for (const each of others) {
			for (const path of ['items', 'pieces']) {
				// Eight are a sample: previews of them are shown, and never the whole picture.
				const status = async (query = '') => (await get('203.0.113.1', `/${path}/${each}${query}`)).status;
				expect([await status(), await status('?size=full')]).toEqual([each > 8 ? 404 : 200, 404]);
			}
		}
		expect((await get('203.0.113.1')).json).toMatchObject({ mintedCount: 1, latest: [{ imageUrl: item?.imageUrl }] });
	});

	it('holds three items at most for one address, and tells how long to wait', async () => {
		for (let count = 0; count < 3; count++) {
			const { address } = await chain.wallet('holder');
			expect((await post('203.0.113.2', '/reserve', { walletAddress: address })).status).toBe(200);
		}
		const { address } = await chain.wallet('holder');
		const refused = await post('203.0.113.2', '/reserve', { walletAddress: address });
		expect([refused.status, refused.headers['retry-after'], refused.json]).toMatchObject([
			429,
			'120',
			{ reason: 'too_many_reservations', error: expect.stringContaining('Only 3 items') },
		]);
	});

	it('answers who asks too often with 429, and nobody else', async () => {
		const nobody = (address: string) => post(address, '/reserve', { walletAddress: '1'.repeat(32) });
		const { address } = await chain.wallet('poor', 0n);
		const answers: number[] = [];
		for (let count = 0; count < 121; count++) {
			answers.push((await post('203.0.113.3', '/reserve', { walletAddress: address })).status);
		}
		expect(new Set(answers.slice(0, 120))).toEqual(new Set([409]));
		expect(answers[120]).toBe(429);
		expect((await nobody('203.0.113.4')).status).toBe(400);
	});

	it('keeps the key of the node out of every answer and of the log', async () => {
		const { address } = await chain.wallet('buyer');
		// The chain is followed only while something is open on it.
		const open = await chain.wallet('reserver');
		expect((await post('203.0.113.6', '/reserve', { walletAddress: open.address })).status).toBe(200);
		await chain.chain.down();
		try {
			const refused = await post('203.0.113.5', '/reserve', { walletAddress: address });
			expect([refused.status, refused.json]).toMatchObject([409, { reason: 'chain_unavailable' }]);
			expect(JSON.stringify(refused.json)).not.toContain('secret-key');
			await expect.poll(() => test.log(), { timeout: 15_000 }).toContain('Solana could not be followed');
		} finally {
			await chain.chain.up();
		}
		expect(test.log()).not.toContain('secret-key');
	});
});

describe.skipIf(!hasSaleChain)('a sale on a server that asks whose a wallet is', () => {
	const asking = useSaleServer({ blockMs: 40, secretPath: '', SALE_WALLET_PROOF: 'auto' });

	it('is bought from with a message that the wallet signed, which names the server', async () => {
		const { id: ownerId } = await insertUser(asking.test.server.services.db, { id: randomUUID() });
		const { sale } = await addSellingSale(asking.test.server.services, asking.chain, { ownerId, supply: 1 });
		const wallet = await asking.chain.wallet('buyer');
		const call = (where: string, body: object) =>
			sendRequest(asking.test.origin, `/api/sales/${sale.id}${where}`, { method: 'POST', body });
		const body = { walletAddress: wallet.address };
		const refused = await call('/reserve', body);
		expect([refused.status, refused.json]).toMatchObject([409, { reason: 'proof_needed' }]);
		const { message } = (await call('/challenge', body)).json as SaleChallenge;
		expect(message.split(' ')[0]).toBe(new URL(asking.test.origin).host);
		const signature = await wallet.signMessage(message);
		const forged = await call('/reserve', { ...body, proof: { message: `${message}\n`, signature } });
		expect([forged.status, forged.json]).toMatchObject([400, { reason: 'bad_input' }]);
		const reserved = await call('/reserve', { ...body, proof: { message, signature } });
		expect([reserved.status, reserved.json]).toMatchObject([200, { saleId: sale.id }]);
	});
});

describe.skipIf(!hasSaleChain)('a sale that is polled', () => {
	it('is answered 304 from memory while nothing changes, and from the database at once when something did', async () => {
		// One of its own, of which nothing that was held before runs out meanwhile.
		const { sale } = await addSellingSale(test.server.services, chain, { ownerId: selling.ownerId, supply: 2 });
		const input = encodeURIComponent(JSON.stringify({ json: { saleId: sale.id } }));
		const paths = [`/api/sales/${sale.id}`, `/trpc/mint.sales.get?input=${input}`];
		const poll = (where: string, tag: string, address = '203.0.113.20') =>
			sendRequest(test.origin, where, {
				headers: { 'x-forwarded-for': address, ...(tag && { 'if-none-match': tag }) },
			});
		const tags: string[] = [];
		for (const where of paths) {
			let tag = '';
			const isFromMemory = async () => {
				const { status, headers } = await poll(where, tag);
				tag = String(headers.etag ?? tag);
				// No hook of the server has seen it. On a server it is read again for a caller without an account.
				return status === 304 && 'content-security-policy' in headers === !isOnDisk;
			};
			await expect.poll(isFromMemory, { timeout: 20_000 }).toBe(true);
			const many = Array.from({ length: 50 }, (_, index) => poll(where, tag, `198.51.100.${index}`));
			const statuses = (await Promise.all(many)).map(({ status }) => status);
			expect(new Set(statuses)).toEqual(new Set([304]));
			tags.push(tag);
		}
		const { address } = await chain.wallet('poller');
		const body = { walletAddress: address };
		const headers = { 'x-forwarded-for': '198.51.100.200' };
		expect((await sendRequest(test.origin, `${paths[0]}/reserve`, { method: 'POST', headers, body })).status).toBe(200);
		for (const [index, where] of paths.entries()) {
			const after = await poll(where, tags[index] ?? '');
			expect([after.status, after.headers['cache-control']]).toEqual([200, 'private, no-cache']);
			expect(after.bytes.toString()).toContain('"reservedCount":1');
		}
	});
});

describe.skipIf(!hasSaleChain)('who may call what of a sale that exists', () => {
	const kinds = ['visitor', 'creator', 'premium', 'developer', 'owner'] as const;
	type Kind = (typeof kinds)[number];
	const browsers = {} as Record<Kind, Browser>;
	let sold: SellingSale;
	let reservationId: string;
	let tokens: { readonly minted: number; readonly free: number };
	beforeAll(async () => {
		const { services } = test.server;
		for (const kind of kinds) {
			browsers[kind] =
				kind === 'visitor'
					? new Browser(test.origin)
					: await signedIn(test.origin, kind === 'developer' ? 'developer' : 'community');
			if (kind === 'premium' || kind === 'owner') await browsers[kind].signIn('premium');
		}
		const { json } = await browsers.owner.call('/api/auth/check');
		const ownerId = (json as { readonly user: { readonly id: string } }).user.id;
		sold = await addSellingSale(services, chain, { ownerId, supply: 12 });
		const buyer = await chain.wallet('buyer');
		const reservation = await reserveFor(buyer.address, '203.0.113.30');
		reservationId = reservation.reservationId;
		const transactions = await signAll(reservation, buyer);
		const where = `/api/sales/${sold.sale.id}/submit`;
		await browsers.visitor.post(where, { reservationId, transactions });
		const pieces = () => services.db.selectFrom('salePieces').selectAll().where('saleId', '=', sold.sale.id).execute();
		tokens = await vi.waitFor(
			async () => {
				const rows = await pieces();
				const tokenOf = (wanted: string) => rows.find(({ status }) => status === wanted)?.tokenNumber;
				const [minted, free] = [tokenOf('minted'), tokenOf('free')];
				if (minted === undefined || free === undefined) throw new Error('Nothing is minted yet.');
				return { minted, free };
			},
			{ timeout: 30_000, interval: 100 },
		);
	});

	const headersOf = (kind: Kind) => ({ 'x-forwarded-for': `192.0.2.${kinds.indexOf(kind) + 1}` });
	const reserveFor = async (walletAddress: string, address: string) => {
		const headers = { 'x-forwarded-for': address };
		const { json } = await browsers.visitor.post(`/api/sales/${sold.sale.id}/reserve`, { walletAddress }, headers);
		return json as Reservation;
	};
	const all = (status: number) => ({
		visitor: status,
		creator: status,
		premium: status,
		developer: status,
		owner: status,
	});
	/** The merger page is locked here. */
	const ownersAlone = (owner: number) => ({ visitor: 401, creator: 403, premium: 404, developer: 403, owner });
	const order = () => ({ jobId: sold.sale.mergeJobId, walletAddress: sold.creator.address, network: 'solana' });

	it.each<[string, Record<Kind, number>, (() => object)?]>([
		['GET /api/sales/{id}', all(200)],
		['GET /api/sales/{id}/cover', all(200)],
		['GET /api/sales/{id}/items', all(200)],
		['GET /api/sales/{id}/traits', all(200)],
		['GET /api/sales/{id}/items/{minted}?size=full', all(200)],
		['GET /api/sales/{id}/items/{free}', all(200)],
		['GET /api/sales/{id}/items/{free}?size=full', all(404)],
		['GET /api/sales/{id}/pieces/{minted}', all(200)],
		['GET /api/sales/{id}/reservations/{reservation}', all(200)],
		['GET /api/sales/{merge}', all(404)],
		['POST /api/sales/{id}/reserve', all(200), () => ({})],
		// Whoever knows a purchase's number sees what was bought, whatever they send.
		['POST /api/sales/{id}/submit', all(200), () => ({ reservationId, transactions: ['AQID'] })],
		['POST /api/mint-collection', ownersAlone(200), order],
		['GET /api/mint-collection/{merge}', ownersAlone(200)],
		['GET /api/mint-collection/{merge}/costs', ownersAlone(200)],
		['GET /api/mint-collection/{merge}/car', ownersAlone(200)],
		['POST /api/mint-collection/{merge}/transaction', ownersAlone(409)],
		['POST /api/mint-collection/{merge}/submit', ownersAlone(200), () => ({ transaction: 'AQID' })],
		['POST /api/mint-collection/{merge}/published', ownersAlone(200)],
		['POST /api/mint-collection/{merge}/own', ownersAlone(200), () => ({ count: 1 })],
		['GET /api/sales/{id}/cover?size=full', all(200)],
	])('%s', async (route, expected, body) => {
		const [method = '', address = ''] = route.split(' ');
		const { id, mergeJobId } = sold.sale;
		const values: Record<string, string | number> = { id, merge: mergeJobId, reservation: reservationId, ...tokens };
		const where = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
		const answered: Partial<Record<Kind, number>> = {};
		for (const kind of kinds) {
			const wallet = route.endsWith('/reserve') ? { walletAddress: (await chain.wallet(kind)).address } : {};
			const call = { method, headers: headersOf(kind), ...(body && { body: { ...body(), ...wallet } }) };
			answered[kind] = (await browsers[kind].call(where, call)).status;
		}
		expect(answered).toEqual(expected);
	});
});

describe.skipIf(!hasSaleChain)('bad input about sales', () => {
	const wallet = 'So11111111111111111111111111111111111111112';

	it.each<[string, object]>([
		['no wallet', {}],
		['an address of another chain', { walletAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
		['the system program', { walletAddress: '1'.repeat(32) }],
		['letters that base58 lacks', { walletAddress: `0OIl${wallet.slice(4)}` }],
		['an address of too many bytes', { walletAddress: 'z'.repeat(44) }],
		['a wallet that is a list', { walletAddress: [wallet] }],
		['a price of the buyer’s own', { walletAddress: wallet, priceLamports: '1' }],
		['an item of the buyer’s own choice', { walletAddress: wallet, tokenNumber: 1 }],
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
		const { status, json } = await sendRequest(test.origin, where, { headers: { 'x-forwarded-for': '203.0.113.7' } });
		expect([status, json]).toMatchObject([404, { reason: 'not_found' }]);
	});

	it.each(['/pieces/0', '/pieces/-1', '/pieces/1.5', '/pieces/1e5', '/pieces/abc', '/pieces/100001'])(
		'answers %s like an item that does not exist',
		async (where) => {
			expect((await get('203.0.113.7', where)).status).toBe(404);
		},
	);

	it('rejects a size that there is not', async () => {
		expect((await get('203.0.113.7', '/cover?size=9999')).status).toBe(400);
		expect((await get('203.0.113.7', '/cover?v=1')).status).toBe(400);
	});
});
