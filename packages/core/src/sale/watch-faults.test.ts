import { hasLitesvm } from '@adx/contracts/solana-testing';
import type { TestWallet } from '@adx/contracts/solana-wallet-testing';
import type { Reservation } from '@adx/validators/sales';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../context.ts';
import { createTestServices, type TestServices } from '../testing.ts';
import { getPurchase } from './get-purchase.ts';
import { getSale } from './get-sale.ts';
import { reserve } from './reserve.ts';
import {
	addSellingSale,
	answering,
	finalBlocks,
	look,
	type SaleChainTest,
	type SellingSale,
	signAndSubmit,
	sol,
	startSaleChain,
} from './testing.ts';
import { watchSales } from './watch.ts';

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
const costOf = ({ priceLamports, costLamports }: Reservation) => BigInt(priceLamports) + BigInt(costLamports);
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

describe.skipIf(!hasLitesvm)('what was submitted', () => {
	it('is sent again while it is dropped, and charged once', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		chainTest.chain.dropSends(3);
		await submit(reservation);
		await lookAfter(2);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent' });
		await lookAfter(2);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(before - balance(buyer)).toBe(costOf(reservation));
	});

	it('is confirmed when it lands late, however often it was sent again meanwhile', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		chainTest.chain.delaySends(30);
		await submit(reservation);
		for (let looks = 0; looks < 4; looks++) await lookAfter(5);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent' });
		for (let looks = 0; looks < 4; looks++) await lookAfter(5);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		await lookAfter(40);
		expect(before - balance(buyer)).toBe(costOf(reservation));
	});

	it('survives a node that goes down before it was sent, and lands when that is up again', async () => {
		const reservation = await reserveFor(buyer);
		chainTest.chain.fail('sendTransaction', 1);
		expect(await submit(reservation)).toMatchObject({ status: 'sent' });
		await chainTest.chain.down();
		const before = await rows();
		await expect(lookNow()).rejects.toMatchObject({ reason: 'unreachable' });
		expect(await rows()).toEqual(before);
		await chainTest.chain.up();
		await lookNow();
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});

	it('has failed for good when it never landed, and its piece is sold to the next', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		chainTest.chain.dropSends(1_000);
		await submit(reservation);
		await lookAfter(100);
		await lookAfter(52);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent' });
		await lookAfter(finalBlocks);
		expect(await purchaseOf(reservation)).toMatchObject({
			status: 'failed',
			errorMessage: 'The chain did not take the transaction in time. Nothing was charged.',
		});
		chainTest.chain.dropSends(0);
		expect(balance(buyer)).toBe(before);
		const other = await chainTest.wallet('next');
		const next = await reserveFor(other);
		await submit(next, other);
		await lookAfter(2);
		expect(await purchaseOf(next)).toMatchObject({ status: 'confirmed' });
		expect(await saleNow()).toMatchObject({ mintedCount: 1, availableCount: 2, reservedCount: 0 });
	});

	it('has failed with a sentence when the chain refused it, and its piece is free again when that is final', async () => {
		const other = await addSale(1);
		const wallet = await chainTest.wallet('spender', sol / 10n + sol / 50n);
		const [here, there] = [await reserveFor(wallet), await reserveFor(wallet, other)];
		await submit(there, wallet);
		await submit(here, wallet);
		await lookAfter(2);
		expect(await purchaseOf(there)).toMatchObject({ status: 'confirmed' });
		expect(await purchaseOf(here)).toMatchObject({
			status: 'failed',
			errorMessage: 'There was too little SOL in the wallet. Nothing was paid but its fee.',
		});
		expect(await saleNow()).toMatchObject({ reservedCount: 1, availableCount: 2 });
		await lookAfter(finalBlocks);
		expect(await saleNow()).toMatchObject({ reservedCount: 0, availableCount: 3 });
		const next = await reserveFor(buyer);
		await submit(next);
		await lookAfter(2);
		expect(await purchaseOf(next)).toMatchObject({ status: 'confirmed' });
		expect(await purchaseOf(here)).toMatchObject({ status: 'failed', pieces: [] });
	});

	it('waits again when its block is replaced, and is confirmed where it comes to stand, charged once', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		chainTest.chain.mine(3);
		await lookNow();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		chainTest.chain.fork(3);
		chainTest.chain.mine(5);
		chainTest.chain.dropSends(1);
		await lookNow();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'sent', pieces: [] });
		expect(await saleNow()).toMatchObject({ mintedCount: 0, reservedCount: 1 });
		await lookAfter(1);
		await lookAfter(2);
		await lookAfter(finalBlocks);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(before - balance(buyer)).toBe(costOf(reservation));
	});
});

describe.skipIf(!hasLitesvm)('a wallet that goes on meanwhile', () => {
	it('keeps a piece that it asked for again while the watcher was about to let it go', async () => {
		const reservation = await reserveFor(buyer);
		chainTest.chain.mine(152 + finalBlocks);
		const { solana } = chainTest;
		const [hasAsked, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const slow = answering(solana, {
			getMultipleAccounts: (...asked: Parameters<typeof solana.rpc.getMultipleAccounts>) => ({
				send: async (options: object) => {
					hasAsked.resolve();
					await mayGoOn.promise;
					return solana.rpc.getMultipleAccounts(...asked).send(options);
				},
			}),
		});
		const looking = watchSales(test.services, slow, new AbortController().signal);
		await hasAsked.promise;
		const again = await reserveFor(buyer);
		mayGoOn.resolve();
		await looking;
		expect(again.reservationId).toBe(reservation.reservationId);
		expect(await saleNow()).toMatchObject({ reservedCount: 1 });
		await submit(again);
		await lookAfter(2);
		expect(await purchaseOf(again)).toMatchObject({ status: 'confirmed' });
	});

	it('gets both pieces when the block of the first is replaced while it buys the second', async () => {
		const before = balance(buyer);
		const first = await reserveFor(buyer);
		await submit(first);
		chainTest.chain.mine(3);
		await lookNow();
		const second = await reserveFor(buyer);
		chainTest.chain.fork(3);
		chainTest.chain.mine(5);
		chainTest.chain.dropSends(1);
		await lookNow();
		expect(await saleNow()).toMatchObject({ mintedCount: 0, reservedCount: 2 });
		const fresh = await reserveFor(buyer);
		expect(fresh.reservationId).toBe(second.reservationId);
		await submit(fresh);
		for (let looks = 0; looks < 4; looks++) await lookAfter(2);
		expect(await purchaseOf(first)).toMatchObject({ status: 'confirmed', pieces: [expect.anything()] });
		expect(await purchaseOf(second)).toMatchObject({ status: 'confirmed', pieces: [expect.anything()] });
		expect(before - balance(buyer)).toBe(costOf(first) + costOf(fresh));
	});

	it('gets nothing to sign for a piece that was let go before that was written down', async () => {
		const { solana } = chainTest;
		const { db } = test.services;
		const letsGo = answering(solana, {
			getMultipleAccounts: (...asked: Parameters<typeof solana.rpc.getMultipleAccounts>) => ({
				send: async (options: object) => {
					await db.updateTable('salePieces').set({ status: 'free', reservationId: null }).execute();
					return solana.rpc.getMultipleAccounts(...asked).send(options);
				},
			}),
		});
		const ctx = { ...(await visitor()), solana: letsGo };
		const asking = reserve(ctx, { saleId: selling.sale.id, walletAddress: buyer.address });
		await expect(asking).rejects.toMatchObject({ code: 'CONFLICT', reason: 'no_piece_free' });
		expect((await rows()).transactions.filter(({ reservationId }) => reservationId !== null)).toEqual([]);
	});

	it('is not held up by a collection of somebody else that cannot be sent', async () => {
		chainTest.chain.dropSends(2);
		await expect(addSale(1)).rejects.toThrow('The sale is confirming.');
		const reservation = await reserveFor(buyer);
		await submit(reservation);
		chainTest.chain.mine(2);
		chainTest.chain.fail('sendTransaction', 1);
		await expect(lookNow()).rejects.toMatchObject({ reason: 'unreachable' });
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
	});
});
