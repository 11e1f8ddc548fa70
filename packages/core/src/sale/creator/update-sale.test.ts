import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import { saleItemsInput } from '@adx/validators/sale/items';
import { beforeEach, describe, expect, it } from 'vitest';
import { getMerge } from '../../merge/get-merge.ts';
import { contextOfUser, toOwnInput } from '../../merge/merge-testing.ts';
import { updateMerge } from '../../merge/update-merge.ts';
import type { RequestContext } from '../../platform/context.ts';
import { listSaleItems } from '../buyer/list-sale-items.ts';
import { readSaleImage } from '../buyer/read-sale-image.ts';
import { finalBlocks, hasSaleChain, type SellingSale, signAndSubmit, sol, useSaleChain } from '../sale-testing.ts';
import { getCreatorSale } from './get-creator-sale.ts';
import { reserveOwnItems } from './reserve-own-items.ts';
import { endSale, updateSale } from './update-sale.ts';

const test = useSaleChain();
const { addSale, balance, lookAfter, purchaseOf, submit } = test;
let selling: SellingSale;
let buyer: TestWallet;
let creator: RequestContext;
let jobId: string;
beforeEach(async () => {
	if (!hasSaleChain) return;
	await test.clear();
	selling = await addSale(3);
	buyer = await test.wallet('buyer');
	creator = contextOfUser(test.services, selling.ownerId);
	jobId = selling.sale.mergeJobId;
});

const reserve = (wallet = buyer) => test.reserveFor(selling, wallet);
const saleNow = () => test.saleOf(selling);
const listing = async () => getMerge(creator, toOwnInput(jobId));
const paused = { code: 'CONFLICT', reason: 'sale_paused' };
const ended = { code: 'CONFLICT', reason: 'sale_ended' };

describe.skipIf(!hasSaleChain)('a running sale', () => {
	it('lets nobody reserve while it is paused, honours what was reserved before, and goes on when it is resumed', async () => {
		const reservation = await reserve();
		expect(await updateSale(creator, { jobId, paused: true })).toMatchObject({ phase: 'selling', state: 'paused' });
		expect(await saleNow()).toMatchObject({ state: 'paused', reservedCount: 1, availableCount: 2 });
		expect(await listing()).toMatchObject({ isMinting: false, isMinted: false });
		await expect(reserve(await test.wallet('other'))).rejects.toMatchObject(paused);
		// Not even another transaction for what is reserved.
		await expect(reserve()).rejects.toMatchObject(paused);
		await submit(reservation, buyer);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(await updateSale(creator, { jobId, paused: false })).toMatchObject({ state: 'selling' });
		expect(await listing()).toMatchObject({ isMinting: true });
		expect(await reserve(await test.wallet('other'))).toMatchObject({ priceLamports: String(sol / 10n) });
	});

	it('asks another price from now on; what is reserved keeps its price, or takes the lower one', async () => {
		const before = balance(selling.creator);
		const reservation = await reserve();
		const dear = await updateSale(creator, { jobId, price: 0.5 });
		expect(dear).toMatchObject({ price: 0.5, priceLamports: '500000000' });
		expect(await listing()).toMatchObject({ mintPrice: 0.5, isMinting: true });
		expect(await saleNow()).toMatchObject({ priceLamports: '500000000' });
		expect(await reserve()).toMatchObject({ reservationId: reservation.reservationId, priceLamports: '100000000' });
		await submit(reservation, buyer);
		await lookAfter(2);
		expect(balance(selling.creator) - before).toBe(sol / 10n);
		const other = await test.wallet('other');
		expect(await reserve(other)).toMatchObject({ priceLamports: '500000000' });
		await updateSale(creator, { jobId, price: 0.02 });
		const cheaper = await reserve(other);
		expect(cheaper).toMatchObject({ priceLamports: '20000000' });
		await submit(cheaper, other);
		await lookAfter(2);
		expect(balance(selling.creator) - before).toBe(sol / 10n + sol / 50n);
	});

	it('shows before it is bought what its creator chooses, each choice as previews alone', async () => {
		const saleId = selling.sale.id;
		const list = () => listSaleItems(creator, saleItemsInput.parse({ saleId }));
		const image = (size: 'full' | '512', tokenNumber = 2) => readSaleImage(creator, { saleId, tokenNumber, size });
		const none = { code: 'NOT_FOUND' };
		expect(await saleNow()).toMatchObject({ itemPreview: 'sample' });
		expect(await list()).toMatchObject({ total: 3, items: [{ tokenNumber: 1, isMinted: false }, {}, {}] });
		expect((await image('512')).image.mime).toBe('image/webp');
		await expect(image('full')).rejects.toMatchObject(none);
		await expect(image('512', 4)).rejects.toMatchObject(none);
		expect(await updateSale(creator, { jobId, itemPreview: 'covered' })).toMatchObject({ itemPreview: 'covered' });
		expect(await list()).toEqual({ total: 0, items: [] });
		await expect(image('512')).rejects.toMatchObject(none);
		await updateSale(creator, { jobId, itemPreview: 'all' });
		expect(await list()).toMatchObject({ total: 3, items: [{ name: expect.any(String) }, {}, {}] });
		// Also of a sale that is over for its buyers, and not together with what is refused there.
		await endSale(creator, { jobId });
		await expect(updateSale(creator, { jobId, paused: true, itemPreview: 'covered' })).rejects.toMatchObject(ended);
		expect(await saleNow()).toMatchObject({ itemPreview: 'all' });
		expect(await updateSale(creator, { jobId, itemPreview: 'covered' })).toMatchObject({ itemPreview: 'covered' });
		const stranger = contextOfUser(test.services, 'somebody');
		await expect(updateSale(stranger, { jobId, itemPreview: 'all' })).rejects.toMatchObject(none);
	});

	it('ends for its buyers for good; what was reserved is honoured, and its creator mints the rest', async () => {
		const reservation = await reserve();
		expect(await endSale(creator, { jobId })).toMatchObject({ phase: 'selling', state: 'ended' });
		expect(await saleNow()).toMatchObject({ state: 'ended' });
		expect(await listing()).toMatchObject({ isMinting: false, isMinted: false });
		await expect(reserve(await test.wallet('other'))).rejects.toMatchObject(ended);
		for (const change of [{ paused: false }, { price: 1 }]) {
			await expect(updateSale(creator, { jobId, ...change })).rejects.toMatchObject(ended);
		}
		await expect(endSale(creator, { jobId })).rejects.toMatchObject(ended);
		await submit(reservation, buyer);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		const own = await reserveOwnItems(creator, { jobId, count: 2 });
		await signAndSubmit(creator, own, selling.creator);
		await lookAfter(2);
		await lookAfter(finalBlocks);
		expect(await getCreatorSale(creator, { jobId })).toMatchObject({ state: 'sold_out', soldCount: 1, ownCount: 2 });
		expect(await listing()).toMatchObject({ isMinting: false, isMinted: true });
	});

	it('is paused and resumed by the listing’s isMinting as well, and writes down who changed what', async () => {
		const calls = [{ isMinting: true }, { isMinting: false }, { isMinting: false }, { isMinting: true }];
		const states: (string | null)[] = [];
		for (const { isMinting } of calls) {
			expect(await updateMerge(creator, { jobId, isMinting })).toMatchObject({ isMinting });
			states.push((await getCreatorSale(creator, { jobId })).state);
		}
		expect(states).toEqual(['selling', 'paused', 'paused', 'selling']);
		await updateSale(creator, { jobId, price: 0.3 });
		await endSale(creator, { jobId });
		const log = await test.services.db
			.selectFrom('auditLog')
			.select(['actorId', 'action', 'subject'])
			.orderBy('createdAt')
			.execute();
		const shared = { saleId: selling.sale.id, jobId };
		expect(log).toMatchObject([
			{ actorId: selling.ownerId, action: 'sale.change', subject: { ...shared, paused: true } },
			{ action: 'sale.change', subject: { ...shared, paused: false } },
			{ action: 'sale.change', subject: { ...shared, priceLamports: '300000000' } },
			{ action: 'sale.end', subject: shared },
		]);
	});

	it('rejects a stranger’s, a price that is not a whole number of lamports, and one that does not run yet', async () => {
		const stranger = await test.contextOf();
		await expect(updateSale(stranger, { jobId, paused: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(endSale(stranger, { jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(updateSale(creator, { jobId, price: 0.000_000_000_1 })).rejects.toMatchObject({
			code: 'INVALID',
			meta: { fields: { price: 'A price has at most nine decimals.' } },
		});
		await test.services.db.updateTable('sales').set({ phase: 'unsigned' }).where('id', '=', selling.sale.id).execute();
		await expect(updateSale(creator, { jobId, paused: true })).rejects.toMatchObject({ reason: 'mint_unavailable' });
		await expect(endSale(creator, { jobId })).rejects.toMatchObject({ reason: 'mint_unavailable' });
		expect(await selling.read()).toMatchObject({ pausedAt: null, closedAt: null, priceLamports: String(sol / 10n) });
	});

	it('reserves at one of the prices where 3 buyers and a new price come at the same moment, and each pays what was reserved', async () => {
		const wallets = await Promise.all([1, 2, 3].map(() => test.wallet('buyer')));
		const before = balance(selling.creator);
		const [changed, ...reserved] = await Promise.all([
			updateSale(creator, { jobId, price: 0.2 }),
			...wallets.map((wallet, place) => test.reserveFor(selling, wallet, `203.0.${place}.1`)),
		]);
		expect(changed.price).toBe(0.2);
		for (const [place, reservation] of reserved.entries()) await submit(reservation, wallets[place]!);
		await lookAfter(2);
		await lookAfter(finalBlocks);
		const prices = reserved.map(({ priceLamports }) => BigInt(priceLamports));
		for (const price of prices) expect([sol / 10n, sol / 5n]).toContain(price);
		expect(balance(selling.creator) - before).toBe(prices.reduce((sum, price) => sum + price, 0n));
		expect((await getCreatorSale(creator, { jobId })).earnedLamports).toBe(String(balance(selling.creator) - before));
	});
});
