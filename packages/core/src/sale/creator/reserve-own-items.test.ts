import { beforeEach, describe, expect, it } from 'vitest';
import { listGallery } from '../../gallery/list-gallery.ts';
import type { RequestContext } from '../../platform/context.ts';
import { reserveItem } from '../buyer/reserve-item.ts';
import {
	finalBlocks,
	hasSaleChain,
	type SellingSale,
	signAll,
	signAndSubmit,
	sol,
	useSaleChain,
} from '../sale-testing.ts';
import { getCreatorSale } from './get-creator-sale.ts';
import { reserveOwnItems } from './reserve-own-items.ts';

const test = useSaleChain();
const { lookAfter, purchaseOf } = test;
let owner: RequestContext;
let selling: SellingSale;
beforeEach(async () => {
	if (!hasSaleChain) return;
	await test.clear();
	selling = await test.addSale(6);
	owner = await test.contextOf({ userId: selling.ownerId });
});

const own = (count: number, ctx = owner) => reserveOwnItems(ctx, { jobId: selling.sale.mergeJobId, count });
const saleNow = () => test.saleOf(selling);
const balance = () => test.balance(selling.creator);

describe.skipIf(!hasSaleChain)('minting to the own wallet', () => {
	it('takes rent and fees alone, for several items at once, which count as nobody’s purchase', async () => {
		const before = balance();
		const reservation = await own(4);
		expect(reservation).toMatchObject({ priceLamports: '0', transactions: { length: 4 } });
		await signAndSubmit(owner, reservation, selling.creator);
		await lookAfter(2);
		const minted = await purchaseOf(reservation);
		expect(minted).toMatchObject({ status: 'confirmed', itemCount: 4, items: { length: 4 } });
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

	it('shares what is free with buyers, who alone count as sold and, once that is final, as volume (AMB-08)', async () => {
		const buyer = await test.wallet('buyer');
		const visitor = await test.visitor();
		const volume = async () => (await listGallery(owner)).map((card) => card.volume);
		const creatorsView = () => getCreatorSale(owner, { jobId: selling.sale.mergeJobId });
		const [bought, second] = await Promise.all([
			reserveItem(visitor, { saleId: selling.sale.id, walletAddress: buyer.address }),
			own(5),
		]);
		expect(second.transactions).toHaveLength(5);
		expect(await saleNow()).toMatchObject({ reservedCount: 6, availableCount: 0 });
		await signAndSubmit(visitor, bought, buyer);
		await signAndSubmit(owner, second, selling.creator);
		await lookAfter(2);
		expect(await creatorsView()).toMatchObject({ phase: 'selling', soldCount: 1, ownCount: 5 });
		expect(await volume()).toEqual([0]);
		await lookAfter(finalBlocks);
		expect(await volume()).toEqual([0.1]);
		expect(await saleNow()).toMatchObject({ phase: 'sold_out', mintedCount: 6 });
		await expect(own(1)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'sold_out' });
	});

	it('gives the same items again with fresh transactions, and waits while they are on their way', async () => {
		const first = await own(3);
		test.chain.mine(1);
		const again = await own(2);
		expect(again.reservationId).toBe(first.reservationId);
		expect(again.transactions).toHaveLength(3);
		await signAndSubmit(owner, again, selling.creator);
		await expect(own(1)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'purchase_under_way' });
	});

	it('tells how many were minted when some ran out, and offers the others again', async () => {
		const reservation = await own(3);
		test.chain.dropSends(1_000);
		await signAndSubmit(owner, reservation, selling.creator);
		test.chain.dropSends(0);
		const { rpc } = test.solana;
		const [first] = await signAll(reservation, selling.creator);
		await rpc.sendTransaction(first as never, { encoding: 'base64', skipPreflight: true }).send();
		test.chain.mine(153 + finalBlocks);
		await test.look();
		await test.look();
		expect(await purchaseOf(reservation)).toMatchObject({
			status: 'failed',
			errorMessage: '1 of 3 items were minted. The others are free again.',
			items: { length: 1 },
		});
		expect(await saleNow()).toMatchObject({ mintedCount: 1, availableCount: 5, reservedCount: 0 });
	});

	it('rejects whoever is not the owner, and a merge that is not sold', async () => {
		const missing = { code: 'NOT_FOUND' };
		await expect(own(1, await test.contextOf())).rejects.toMatchObject(missing);
		await expect(own(1, await test.contextOf(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
		await expect(reserveOwnItems(owner, { jobId: 'nothing', count: 1 })).rejects.toMatchObject(missing);
		await test.services.db.updateTable('sales').set({ phase: 'unpublished' }).execute();
		await expect(own(1)).rejects.toMatchObject({ code: 'PRECONDITION' });
	});

	it('rejects more items than the wallet can pay the rent of, with what that takes', async () => {
		const { chain } = test;
		const reservation = await own(1);
		expect(BigInt(reservation.costLamports)).toBeLessThan(sol / 100n);
		await test.services.db
			.updateTable('sales')
			.set({ walletAddress: (await test.wallet('poor', sol / 50n)).address })
			.execute();
		await expect(own(5)).rejects.toMatchObject({
			reason: 'too_little_sol',
			message: expect.stringContaining('0.02 SOL'),
		});
		expect(chain.pendingCount()).toBe(0);
	});
});
