import { hasLitesvm } from '@adx/contracts/solana-testing';
import type { TestWallet } from '@adx/contracts/solana-wallet-testing';
import { createDb } from '@adx/db/client';
import type { Reservation } from '@adx/validators/sales';
import type { Address } from '@solana/kit';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../context.ts';
import { createTestServices, type TestServices } from '../testing.ts';
import { getPurchase } from './get-purchase.ts';
import { getSale } from './get-sale.ts';
import { openSolana } from './open-solana.ts';
import { reserve } from './reserve.ts';
import {
	addSellingSale,
	answering,
	finalBlocks,
	look,
	type SaleChainTest,
	type SellingSale,
	signAndSend,
	signAndSubmit,
	sol,
	startSaleChain,
} from './testing.ts';
import { startSaleWatcher, watchSales } from './watch.ts';

let test: TestServices;
let chainTest: SaleChainTest;
let selling: SellingSale;
let buyer: TestWallet;
beforeAll(async () => {
	if (!hasLitesvm) return;
	chainTest = await startSaleChain();
	test = await createTestServices({}, { solana: chainTest.solana });
});
afterAll(async () => {
	await test?.close();
	await chainTest?.stop();
});
beforeEach(async () => {
	if (!hasLitesvm) return;
	await test.clear();
	selling = await addSale(3);
	buyer = await chainTest.wallet('buyer');
});
afterEach(() => {
	if (!hasLitesvm) return;
	chainTest.chain.dropSends(0);
	chainTest.chain.delaySends(0);
	chainTest.chain.lag(0);
});

async function addSale(supply: number): Promise<SellingSale> {
	const { actor } = await test.contextOf();
	return addSellingSale(test.services, chainTest, { ownerId: actor!.userId, supply });
}

const visitor = (): Promise<RequestContext> => test.contextOf(null);
const reserveFor = async (wallet: TestWallet, { sale } = selling) =>
	reserve(await visitor(), { saleId: sale.id, walletAddress: wallet.address });
const submit = async (reservation: Reservation, wallet = buyer) => signAndSubmit(await visitor(), reservation, wallet);
const purchaseOf = async ({ saleId, reservationId }: Reservation) =>
	getPurchase(await visitor(), { saleId, reservationId });
const saleNow = async () => getSale(await visitor(), { saleId: selling.sale.id });
const balance = ({ address }: TestWallet) => chainTest.chain.balance(address);
const lookNow = () => look(test.services, chainTest);
const lookAfter = (blocks: number) => {
	chainTest.chain.mine(blocks);
	return lookNow();
};
/** Everything that the watcher may write. */
const rows = async () => {
	const { db } = test.services;
	return {
		sales: await db.selectFrom('sales').selectAll().orderBy('id').execute(),
		pieces: await db.selectFrom('salePieces').selectAll().orderBy('saleId').orderBy('position').execute(),
		reservations: await db.selectFrom('saleReservations').selectAll().orderBy('id').execute(),
		transactions: await db.selectFrom('saleTransactions').selectAll().orderBy('id').execute(),
	};
};

describe.skipIf(!hasLitesvm)('what the node says', () => {
	it('is not believed while it lags: nothing expires, and nothing is taken back', async () => {
		const [bought, waiting] = [await reserveFor(buyer), await reserveFor(await chainTest.wallet('other'))];
		await submit(bought);
		await lookAfter(3);
		chainTest.chain.mine(150);
		// To before the purchase.
		chainTest.chain.lag(153);
		const before = await rows();
		await lookNow();
		expect(await rows()).toEqual(before);
		expect(await purchaseOf(bought)).toMatchObject({ status: 'confirmed' });
		chainTest.chain.lag(0);
		await lookAfter(finalBlocks);
		expect(await purchaseOf(bought)).toMatchObject({ status: 'confirmed' });
		expect(await purchaseOf(waiting)).toMatchObject({ status: 'expired' });
	});

	it.each([
		['and says so', {}],
		['and does not say so', { minContextSlot: undefined }],
	])('is not believed when one of several nodes is behind the other %s', async (_, change) => {
		const reservation = await reserveFor(buyer);
		await signAndSend(chainTest, reservation, buyer);
		chainTest.chain.mine(250);
		const { solana } = chainTest;
		// The first answers are of a node at the head, all others of one that has not seen the purchase.
		const place = await solana.rpc.getEpochInfo({ commitment: 'finalized' }).send();
		chainTest.chain.lag(250);
		const behind = answering(solana, {
			getEpochInfo: () => ({ send: async () => place }),
			getMultipleAccounts: (addresses: Address[], options: object) =>
				solana.rpc.getMultipleAccounts(addresses, { ...options, ...change }),
		});
		const before = await rows();
		await expect(watchSales(test.services, behind, new AbortController().signal)).rejects.toThrow();
		expect(await rows()).toEqual(before);
		chainTest.chain.lag(0);
		await lookNow();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});

	it('rejects a node of another cluster before it believes anything', async () => {
		const reservation = await reserveFor(buyer);
		await signAndSend(chainTest, reservation, buyer);
		chainTest.chain.mine(2);
		await test.services.db.updateTable('sales').set({ cluster: 'devnet' }).execute();
		const before = await rows();
		const other = openSolana({ cluster: 'devnet', rpcUrl: chainTest.chain.rpcUrl, explorerUrl: null });
		await expect(watchSales(test.services, other, new AbortController().signal)).rejects.toThrow('not that of devnet');
		expect(await rows()).toEqual(before);
	});

	it('is not needed to tell which transaction made a piece that is there for good', async () => {
		const reservation = await reserveFor(buyer);
		await signAndSend(chainTest, reservation, buyer);
		const { solana } = chainTest;
		const forgetful = answering(solana, { getSignaturesForAddress: () => ({ send: async () => [] }) });
		const lookForgetful = () => watchSales(test.services, forgetful, new AbortController().signal);
		chainTest.chain.mine(2);
		await lookForgetful();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'reserved' });
		chainTest.chain.mine(finalBlocks);
		await lookForgetful();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed', pieces: [expect.anything()] });
		const piece = { ownerAddress: buyer.address, paidLamports: '100000000', signature: null, isFinal: true };
		expect((await rows()).pieces.filter(({ status }) => status === 'minted')).toMatchObject([piece]);
	});

	it('is asked nothing while nothing waits', async () => {
		await chainTest.chain.down();
		await expect(lookNow()).resolves.toBeUndefined();
		await chainTest.chain.up();
	});

	it('is what counts for who paid and who owns, also where the journal was lost with an older database', async () => {
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		chainTest.chain.mine(finalBlocks);
		const { db } = test.services;
		await db.updateTable('salePieces').set({ status: 'free', reservationId: null }).execute();
		await db.deleteFrom('saleReservations').execute();
		const other = await chainTest.wallet('other');
		const before = balance(other);
		await expect(reserveFor(other)).rejects.toMatchObject({ reason: 'no_piece_free' });
		await lookNow();
		const [again] = await db.selectFrom('saleReservations').selectAll().execute();
		expect(again).toMatchObject({ walletAddress: other.address, status: 'expired' });
		const minted = await db.selectFrom('salePieces').selectAll().where('status', '=', 'minted').execute();
		expect(minted).toMatchObject([{ ownerAddress: buyer.address, paidLamports: '100000000', reservationId: null }]);
		expect(balance(other)).toBe(before);
		const third = await reserveFor(other);
		await submit(third, other);
		await lookAfter(2);
		expect(await purchaseOf(third)).toMatchObject({ status: 'confirmed' });
	});
});

describe.skipIf(!hasLitesvm)('the watcher', () => {
	it('ends a sale whose last pieces were minted while it was down', async () => {
		const before = balance(selling.creator);
		for (const how of ['submitted', 'submitted', 'sent by the wallet']) {
			const wallet = await chainTest.wallet('buyer');
			const reservation = await reserveFor(wallet);
			if (how === 'submitted') await submit(reservation, wallet);
			else await signAndSend(chainTest, reservation, wallet);
			chainTest.chain.mine(2);
		}
		chainTest.chain.mine(300);
		await lookNow();
		await lookNow();
		expect(await saleNow()).toMatchObject({ phase: 'sold_out', mintedCount: 3 });
		expect(balance(selling.creator) - before).toBe((3n * sol) / 10n);
		const merge = await test.services.db.selectFrom('mergeJobs').selectAll().executeTakeFirstOrThrow();
		expect(merge).toMatchObject({ isMinting: false, isMinted: true });
	});

	it('doubles nothing beside another one, whatever they look at', async () => {
		const second = await openBeside(test);
		const reservations: Reservation[] = [];
		const wallets = await Promise.all([1, 2, 3].map(() => chainTest.wallet('buyer')));
		for (const wallet of wallets) reservations.push(await reserveFor(wallet));
		await submit(reservations[0]!, wallets[0]);
		await submit(reservations[1]!, wallets[1]);
		const both = () => Promise.all([test, second, test, second].map(({ services }) => look(services, chainTest)));
		await both();
		chainTest.chain.mine(2);
		await both();
		const { sales, pieces } = await rows();
		expect(pieces.map(({ status }) => status).toSorted()).toEqual(['held', 'minted', 'minted']);
		await both();
		expect((await rows()).sales).toEqual(sales);
		chainTest.chain.mine(152 + finalBlocks);
		await both();
		await both();
		expect(await Promise.all(reservations.map(async (each) => (await purchaseOf(each)).status))).toEqual([
			'confirmed',
			'confirmed',
			'expired',
		]);
		expect(await saleNow()).toMatchObject({ mintedCount: 2, availableCount: 1 });
		await second.close();
	});

	it('goes on when the node is back, says once that it was away, and keeps the key of its address to itself', async () => {
		const lines: string[] = [];
		const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
		const rpcUrl = `${chainTest.chain.rpcUrl}/v2/secret-key?api-key=other-key`;
		const solana = openSolana({ cluster: 'localnet', rpcUrl, explorerUrl: null });
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		await chainTest.chain.down();
		const watcher = startSaleWatcher({ ...test.services, solana, log }, { intervalMs: 10 });
		try {
			await expect.poll(() => lines.length, { timeout: 5_000 }).toBe(1);
			await new Promise((resolve) => setTimeout(resolve, 100));
			await chainTest.chain.up();
			chainTest.chain.mine(2);
			await expect.poll(async () => (await purchaseOf(reservation)).status, { timeout: 5_000 }).toBe('confirmed');
			await expect.poll(() => lines.length).toBe(2);
		} finally {
			await watcher.stop();
		}
		expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
			'Solana could not be followed',
			'Solana is followed again',
		]);
		expect(lines.join('')).not.toMatch(/-key|127\.0\.0\.1/);
	});

	it('ends at once although the node answers nothing', async () => {
		await reserveFor(buyer);
		const release = chainTest.chain.hold('getEpochInfo');
		const asked = chainTest.chain.callCount('getEpochInfo');
		const watcher = startSaleWatcher(test.services, { intervalMs: 10 });
		await expect.poll(() => chainTest.chain.callCount('getEpochInfo')).toBe(asked + 1);
		const startedAt = performance.now();
		await watcher.stop();
		expect(performance.now() - startedAt).toBeLessThan(1_000);
		release();
	});
});

/** Services as of a second process: on a server with connections of their own. */
async function openBeside({ services }: TestServices) {
	const { database } = services;
	const databaseUrl = 'databaseUrl' in database ? (database.databaseUrl as string | null) : null;
	if (databaseUrl === null) return { services, close: async () => {} };
	const own = await createDb({ databaseUrl });
	return { services: { ...services, database: own, db: own.db }, close: () => own.destroy() };
}
