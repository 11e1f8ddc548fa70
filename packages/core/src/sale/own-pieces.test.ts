import { hasLitesvm } from '@adx/contracts/solana-testing';
import type { Reservation } from '@adx/validators/sales';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../context.ts';
import { createTestServices, type TestServices } from '../testing.ts';
import { getPurchase } from './get-purchase.ts';
import { getSale } from './get-sale.ts';
import { mintOwnPieces } from './own-pieces.ts';
import { reserve } from './reserve.ts';
import {
	addSellingSale,
	finalBlocks,
	look,
	type SaleChainTest,
	type SellingSale,
	signAll,
	signAndSubmit,
	sol,
	startSaleChain,
} from './testing.ts';

let test: TestServices;
let chainTest: SaleChainTest;
let owner: RequestContext;
let selling: SellingSale;
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
	owner = await test.contextOf();
	selling = await addSellingSale(test.services, chainTest, { ownerId: owner.actor!.userId, supply: 6 });
});

const own = (count: number, ctx = owner) => mintOwnPieces(ctx, { jobId: selling.sale.mergeJobId, count });
const purchaseOf = (reservation: Reservation) => getPurchase(owner, reservation);
const saleNow = () => getSale(owner, { saleId: selling.sale.id });
const lookAfter = (blocks: number) => {
	chainTest.chain.mine(blocks);
	return look(test.services, chainTest);
};
const balance = () => chainTest.chain.balance(selling.creator.address);

describe.skipIf(!hasLitesvm)('minting to the own wallet', () => {
	it('takes rent and fees alone, for several pieces at once, which count as nobody’s purchase', async () => {
		const before = balance();
		const reservation = await own(4);
		expect(reservation).toMatchObject({ priceLamports: '0', transactions: { length: 4 } });
		await signAndSubmit(owner, reservation, selling.creator);
		await lookAfter(2);
		const minted = await purchaseOf(reservation);
		expect(minted).toMatchObject({ status: 'confirmed', pieceCount: 4, pieces: { length: 4 } });
		expect(before - balance()).toBe(BigInt(reservation.costLamports));
		const rows = await test.services.db.selectFrom('salePieces').selectAll().where('status', '=', 'minted').execute();
		expect(rows.map(({ ownerAddress, paidLamports }) => [ownerAddress, paidLamports])).toEqual(
			Array.from({ length: 4 }, () => [selling.creator.address, null]),
		);
	});

	it('gives no more than there are', async () => {
		expect((await own(25)).transactions).toHaveLength(6);
		expect(await saleNow()).toMatchObject({ reservedCount: 6, availableCount: 0 });
	});

	it('shares what is free with buyers: never the same piece', async () => {
		const buyer = await chainTest.wallet('buyer');
		const visitor = await test.contextOf(null);
		const [bought, kept] = await Promise.all([
			reserve(visitor, { saleId: selling.sale.id, walletAddress: buyer.address }),
			own(5),
		]);
		expect(kept.transactions).toHaveLength(5);
		expect(await saleNow()).toMatchObject({ reservedCount: 6, availableCount: 0 });
		await signAndSubmit(visitor, bought, buyer);
		await signAndSubmit(owner, kept, selling.creator);
		await lookAfter(2);
		await lookAfter(finalBlocks);
		expect(await saleNow()).toMatchObject({ phase: 'sold_out', mintedCount: 6 });
		await expect(own(1)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'sold_out' });
	});

	it('gives the same pieces again with fresh transactions, and waits while they are on their way', async () => {
		const first = await own(3);
		chainTest.chain.mine(1);
		const again = await own(2);
		expect(again.reservationId).toBe(first.reservationId);
		expect(again.transactions).toHaveLength(3);
		await signAndSubmit(owner, again, selling.creator);
		await expect(own(1)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'purchase_under_way' });
	});

	it('tells how many were minted when some ran out, and offers the others again', async () => {
		const reservation = await own(3);
		chainTest.chain.dropSends(1_000);
		await signAndSubmit(owner, reservation, selling.creator);
		chainTest.chain.dropSends(0);
		const { rpc } = chainTest.solana;
		const [first] = await signAll(reservation, selling.creator);
		await rpc.sendTransaction(first as never, { encoding: 'base64', skipPreflight: true }).send();
		chainTest.chain.mine(153 + finalBlocks);
		await look(test.services, chainTest);
		await look(test.services, chainTest);
		expect(await purchaseOf(reservation)).toMatchObject({
			status: 'failed',
			errorMessage: '1 of 3 pieces were minted. The others are free again.',
			pieces: { length: 1 },
		});
		expect(await saleNow()).toMatchObject({ mintedCount: 1, availableCount: 5, reservedCount: 0 });
	});

	it('rejects whoever is not the owner, and a merge that is not sold', async () => {
		const missing = { code: 'NOT_FOUND' };
		await expect(own(1, await test.contextOf())).rejects.toMatchObject(missing);
		await expect(own(1, await test.contextOf(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
		await expect(mintOwnPieces(owner, { jobId: 'nothing', count: 1 })).rejects.toMatchObject(missing);
		await test.services.db.updateTable('sales').set({ phase: 'unpublished' }).execute();
		await expect(own(1)).rejects.toMatchObject({ code: 'PRECONDITION' });
	});

	it('rejects more pieces than the wallet can pay the rent of, with what that takes', async () => {
		const { chain } = chainTest;
		const reservation = await own(1);
		expect(BigInt(reservation.costLamports)).toBeLessThan(sol / 100n);
		await test.services.db
			.updateTable('sales')
			.set({ walletAddress: (await chainTest.wallet('poor', sol / 50n)).address })
			.execute();
		await expect(own(5)).rejects.toMatchObject({
			reason: 'too_little_sol',
			message: expect.stringContaining('0.02 SOL'),
		});
		expect(chain.pendingCount()).toBe(0);
	});
});
