import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import type { Reservation } from '@adx/validators/sale/sales';
import { beforeEach, describe, expect, it } from 'vitest';
import { listGallery } from '../../gallery/list-gallery.ts';
import { updateMerge } from '../../merge/update-merge.ts';
import { getCreatorSale } from '../creator/get-creator-sale.ts';
import { startSale } from '../creator/start-sale.ts';
import {
	finalBlocks,
	getTotalCost,
	hasSaleChain,
	type SellingSale,
	signAll,
	signAndSend,
	sol,
	useSaleChain,
} from '../sale-testing.ts';
import { readSaleImage } from './read-sale-image.ts';
import { reserveItem } from './reserve-item.ts';

const test = useSaleChain();
const { visitor, addSale, balance, lookAfter, purchaseOf } = test;
let selling: SellingSale;
let buyer: TestWallet;
beforeEach(async () => {
	if (!hasSaleChain) return;
	await test.clear();
	selling = await addSale(3);
	buyer = await test.wallet('buyer');
});

const reserveFor = (wallet: TestWallet, address?: string) => test.reserveFor(selling, wallet, address);
const submit = (reservation: Reservation, wallet = buyer) => test.submit(reservation, wallet);
const saleNow = () => test.saleOf(selling);

describe.skipIf(!hasSaleChain)('buying an item', () => {
	it('takes price and rent of the buyer, gives the creator exactly the price, and shows the item', async () => {
		const before = { buyer: balance(buyer), creator: balance(selling.creator) };
		const reservation = await reserveFor(buyer);
		expect(await purchaseOf(reservation)).toMatchObject({
			status: 'reserved',
			items: [],
			itemCount: 1,
			priceLamports: reservation.priceLamports,
		});
		expect(await saleNow()).toMatchObject({ reservedCount: 1, availableCount: 2, mintedCount: 0, latest: [] });
		expect(await submit(reservation)).toMatchObject({ status: 'sent', items: [] });
		await lookAfter(2);
		const bought = await purchaseOf(reservation);
		expect(bought).toMatchObject({ status: 'confirmed', errorMessage: null, pieceCount: 1 });
		const [item] = bought.items;
		expect(item?.explorerUrl).toBe(`https://explorer.example/address/${item?.mintAddress}?cluster=localnet`);
		expect(item?.attributes.map(({ trait_type }) => trait_type)).toEqual(['Number', 'Parity']);
		expect(balance(selling.creator) - before.creator).toBe(sol / 10n);
		expect(before.buyer - balance(buyer)).toBe(getTotalCost(reservation));
		const { latest, ...sale } = await saleNow();
		expect(sale).toMatchObject({ mintedCount: 1, reservedCount: 0, availableCount: 2, phase: 'selling', supply: 3 });
		expect(BigInt(sale.pieceCostLamports ?? 0)).toBeGreaterThanOrEqual(BigInt(reservation.costLamports));
		expect(latest).toEqual([{ tokenNumber: item!.tokenNumber, name: item!.name, imageUrl: item!.imageUrl }]);
	});

	it('counts for good once it is finalized', async () => {
		const isFinal = async () =>
			(await test.services.db.selectFrom('salePieces').select('isFinal').where('status', '=', 'minted').execute()).map(
				(row) => row.isFinal,
			);
		await submit(await reserveFor(buyer));
		await lookAfter(2);
		expect(await isFinal()).toEqual([false]);
		await lookAfter(finalBlocks - 4);
		expect(await isFinal()).toEqual([false]);
		await lookAfter(2);
		expect(await isFinal()).toEqual([true]);
	});

	it('gives the items out in the order of sale, and the last one ends the sale', async () => {
		const order = await test.services.db.selectFrom('salePieces').select('tokenNumber').orderBy('position').execute();
		const sold: number[] = [];
		for (let count = 0; count < 3; count++) {
			const wallet = await test.wallet('buyer');
			const reservation = await reserveFor(wallet);
			await submit(reservation, wallet);
			await lookAfter(2);
			sold.push(...(await purchaseOf(reservation)).items.map(({ tokenNumber }) => tokenNumber));
		}
		expect(sold).toEqual(order.map(({ tokenNumber }) => tokenNumber));
		expect(await saleNow()).toMatchObject({ phase: 'selling', mintedCount: 3, availableCount: 0 });
		await expect(reserveFor(buyer)).rejects.toMatchObject({ reason: 'sold_out', message: 'Sold out.' });
		await lookAfter(finalBlocks);
		expect(await saleNow()).toMatchObject({ phase: 'sold_out', mintedCount: 3 });
		await expect(reserveFor(buyer)).rejects.toMatchObject({ reason: 'sold_out', message: 'Sold out.' });
		const merge = await test.services.db.selectFrom('mergeJobs').selectAll().executeTakeFirstOrThrow();
		const { endedAt, mintAddress } = await selling.read();
		expect(merge).toMatchObject({ isMinting: false, isMinted: true, contractAddress: mintAddress, mintedAt: endedAt });
	});

	it('is free where the price is nothing: rent and fees alone, and bought for nothing, of an empty wallet too (AMB-08)', async () => {
		selling = await addSale(2, 0n);
		const { jobId, db } = { jobId: selling.sale.mergeJobId, db: test.services.db };
		const owner = await test.contextOf({ userId: selling.ownerId });
		const creator = await test.wallet('empty', 0n);
		await db.updateTable('sales').set({ walletAddress: creator.address }).where('id', '=', selling.sale.id).execute();
		expect(await saleNow()).toMatchObject({ price: 0, priceLamports: '0' });
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		expect(reservation.priceLamports).toBe('0');
		await submit(reservation);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(before - balance(buyer)).toBe(BigInt(reservation.costLamports));
		expect(balance(creator)).toBe(0n);
		const other = await test.wallet('other');
		await submit(await reserveFor(other), other);
		await lookAfter(2);
		await lookAfter(finalBlocks);
		const minted = await db
			.selectFrom('salePieces')
			.select(['paidLamports', 'isFinal'])
			.where('saleId', '=', selling.sale.id)
			.execute();
		expect(minted).toEqual([1, 2].map(() => ({ paidLamports: '0', isFinal: true })));
		expect(await getCreatorSale(owner, { jobId })).toMatchObject({ phase: 'sold_out', soldCount: 2, ownCount: 0 });
		expect(await listGallery(owner)).toContainEqual(expect.objectContaining({ id: jobId, volume: 0, featured: false }));
	});

	it('costs what it cost when it was reserved: no price can be changed meanwhile (API-16)', async () => {
		const { mergeJobId: jobId, walletAddress } = selling.sale;
		const owner = await test.contextOf({ userId: selling.ownerId });
		const before = balance(selling.creator);
		const reservation = await reserveFor(buyer);
		await expect(updateMerge(owner, { jobId, mintPrice: 1 })).rejects.toMatchObject({
			code: 'CONFLICT',
			meta: { fields: { mintPrice: expect.any(String) } },
		});
		expect(await startSale(owner, { jobId, walletAddress, network: 'solana' })).toMatchObject({ price: 0.1 });
		const again = await reserveFor(buyer);
		expect(again).toMatchObject({ reservationId: reservation.reservationId, priceLamports: '100000000' });
		await submit(reservation);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(balance(selling.creator) - before).toBe(sol / 10n);
	});

	it('can be done although somebody sent SOL to the address of the item, which makes it no minted one', async () => {
		const first = await reserveFor(buyer);
		const { mintAddress } = await test.services.db
			.selectFrom('salePieces')
			.select('mintAddress')
			.where('status', '=', 'held')
			.executeTakeFirstOrThrow();
		test.chain.airdrop(mintAddress, sol);
		await lookAfter(2);
		expect(await purchaseOf(first)).toMatchObject({ status: 'reserved' });
		await lookAfter(152 + finalBlocks);
		expect(await purchaseOf(first)).toMatchObject({ status: 'expired' });
		const second = await reserveFor(buyer);
		await submit(second);
		await lookAfter(2);
		expect(await purchaseOf(second)).toMatchObject({ status: 'confirmed', items: [{ mintAddress }] });
	});

	it('is the same when the wallet sent the transaction itself, and tells so to who submits it too', async () => {
		const reservation = await reserveFor(buyer);
		await signAndSend(test, reservation, buyer);
		await lookAfter(2);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed', items: [expect.anything()] });
		expect(await submit(reservation)).toMatchObject({ status: 'confirmed' });
		const row = await test.services.db
			.selectFrom('saleTransactions')
			.selectAll()
			.where('reservationId', 'is not', null)
			.executeTakeFirstOrThrow();
		const [wire] = await signAll(reservation, buyer);
		expect(row).toMatchObject({ status: 'confirmed', wire });
	});

	it('happened once however often and however late it is submitted', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		const both = await Promise.all([submit(reservation), submit(reservation)]);
		expect(both).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
		test.chain.mine(2);
		expect(await submit(reservation)).toMatchObject({ status: 'sent' });
		await test.look();
		expect(await submit(reservation)).toMatchObject({ status: 'confirmed' });
		await lookAfter(200);
		expect(await submit(reservation)).toMatchObject({ status: 'confirmed' });
		expect(before - balance(buyer)).toBe(getTotalCost(reservation));
		expect(await saleNow()).toMatchObject({ mintedCount: 1, availableCount: 2 });
	});

	it('is found when it is submitted after the expiry of a transaction that has landed already', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		await signAndSend(test, reservation, buyer);
		test.chain.mine(200);
		expect(await submit(reservation)).toMatchObject({ status: 'reserved' });
		await test.look();
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		expect(before - balance(buyer)).toBe(getTotalCost(reservation));
	});

	it('is one purchase in two tabs of a wallet: both get the same item, and one of them is charged', async () => {
		const before = balance(buyer);
		const [first, second] = await Promise.all([reserveFor(buyer), reserveFor(buyer)]);
		test.chain.mine(1);
		const third = await reserveFor(buyer);
		expect(new Set([first, second, third].map(({ reservationId }) => reservationId)).size).toBe(1);
		expect(third.transactions).not.toEqual(first.transactions);
		expect(await saleNow()).toMatchObject({ reservedCount: 1, availableCount: 2 });
		await Promise.all([submit(first), submit(third)]);
		await expect(reserveFor(buyer)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'purchase_under_way' });
		await lookAfter(2);
		// Nor does the other one land when the wallet sends it by itself.
		await expect(signAndSend(test, third, buyer)).rejects.toThrow();
		await expect(signAndSend(test, first, buyer)).rejects.toThrow();
		await lookAfter(2);
		expect(await purchaseOf(third)).toMatchObject({ status: 'confirmed', items: [expect.anything()] });
		expect(before - balance(buyer)).toBe(getTotalCost(third));
	});
});

describe.skipIf(!hasSaleChain)('what is reserved', () => {
	it('is offered again when it is not signed in time, and not before that is final', async () => {
		const reservation = await reserveFor(buyer);
		await lookAfter(152);
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'reserved' });
		expect(await saleNow()).toMatchObject({ reservedCount: 1 });
		await lookAfter(finalBlocks);
		expect(await purchaseOf(reservation)).toMatchObject({
			status: 'expired',
			errorMessage: 'Nothing was signed in time. Nothing was charged but, at most, a network fee.',
		});
		expect(await saleNow()).toMatchObject({ reservedCount: 0, availableCount: 3 });
		await expect(submit(reservation)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'reservation_expired' });
		const again = await reserveFor(buyer);
		expect(again.reservationId).not.toBe(reservation.reservationId);
	});

	it('rejects an expired blockhash with a sentence, and gives the same item with a fresh one', async () => {
		const before = balance(buyer);
		const reservation = await reserveFor(buyer);
		test.chain.mine(152);
		await expect(submit(reservation)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'reservation_expired',
			message: 'This reservation has run out before it was sent. Reserve again.',
		});
		expect(balance(buyer)).toBe(before);
		const again = await reserveFor(buyer);
		expect(again.reservationId).toBe(reservation.reservationId);
		await lookAfter(finalBlocks);
		await submit(again);
		await lookAfter(2);
		expect(await purchaseOf(again)).toMatchObject({ status: 'confirmed' });
	});

	it('is let go after two minutes where the server ended before it wrote the transaction down', async () => {
		const reservation = await reserveFor(buyer);
		await test.services.db.deleteFrom('saleTransactions').where('reservationId', 'is not', null).execute();
		await lookAfter(2);
		expect(await saleNow()).toMatchObject({ reservedCount: 1 });
		await lookAfter(152 + finalBlocks);
		expect(await saleNow()).toMatchObject({ reservedCount: 0, availableCount: 3 });
		expect(await purchaseOf(reservation)).toMatchObject({ status: 'expired' });
	});

	it('rejects a fourth item for one address, until one of them is signed', async () => {
		selling = await addSale(6);
		const wallets = await Promise.all([1, 2, 3, 4].map(() => test.wallet('holder')));
		const [first] = await Promise.all(wallets.slice(0, 3).map((wallet) => reserveFor(wallet)));
		await expect(reserveFor(wallets[3]!)).rejects.toMatchObject({
			code: 'LIMIT',
			reason: 'too_many_reservations',
			message: expect.stringMatching(/^Only 3 items at a time are set aside for buyers from your network\./),
		});
		await expect(reserveFor(wallets[3]!, '2001:db8::1')).resolves.toBeDefined();
		await submit(first!, wallets[0]!);
		await expect(reserveFor(await test.wallet('holder'))).resolves.toBeDefined();
	});

	it('rejects the fourth of several who ask at once from one address', async () => {
		selling = await addSale(6);
		const wallets = await Promise.all(Array.from({ length: 6 }, () => test.wallet('holder')));
		const asked = await Promise.allSettled(wallets.map((wallet) => reserveFor(wallet)));
		expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
		expect(await saleNow()).toMatchObject({ reservedCount: 3 });
	});

	it('rejects an address that let ten items lapse within the hour, and those beside it in its /48', async () => {
		const { db } = test.services;
		await reserveFor(buyer, '2001:db8:1:1::1');
		const [row] = await db.selectFrom('saleReservations').selectAll().execute();
		await db.updateTable('salePieces').set({ status: 'free', reservationId: null }).execute();
		await db.deleteFrom('saleReservations').execute();
		const lapsed = (id: number, createdAt: Date) => ({
			...row!,
			id: `lapsed-${id}`,
			walletAddress: `wallet ${id}`,
			status: 'expired' as const,
			createdAt,
		});
		const ages = [61, 1, 2, 3, 4, 5, 6, 7, 8, 9];
		const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
		for (const age of ages)
			await db
				.insertInto('saleReservations')
				.values(lapsed(age, minutesAgo(age)))
				.execute();
		await expect(reserveFor(buyer, '2001:db8:1:2::1')).resolves.toBeDefined();
		await db
			.insertInto('saleReservations')
			.values(lapsed(10, minutesAgo(10)))
			.execute();
		const other = await test.wallet('other');
		await expect(reserveFor(other, '2001:db8:1:3::1')).rejects.toMatchObject({ reason: 'too_many_reservations' });
		await expect(reserveFor(other, '2001:db8:2:1::1')).resolves.toBeDefined();
	});

	it('rejects a wallet that let three items lapse from one address; another address cannot shut it out', async () => {
		for (let count = 0; count < 3; count++) {
			await reserveFor(buyer);
			await lookAfter(152 + finalBlocks);
		}
		await expect(reserveFor(buyer)).rejects.toMatchObject({ code: 'LIMIT', reason: 'too_many_reservations' });
		await expect(reserveFor(buyer, '198.51.100.9')).resolves.toBeDefined();
	});

	it('rejects prolonging it for longer than five minutes', async () => {
		await reserveFor(buyer);
		const later = { ...(await visitor()), clock: () => new Date(Date.now() + 5 * 60_000 + 1_000) };
		const asking = reserveItem(later, { saleId: selling.sale.id, walletAddress: buyer.address });
		await expect(asking).rejects.toMatchObject({ code: 'LIMIT', reason: 'too_many_reservations' });
	});

	it('rejects whoever comes when the rest is being bought', async () => {
		for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
			await reserveFor(await test.wallet('holder'), address);
		}
		await expect(reserveFor(buyer)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'no_piece_free',
			message: 'All items that are left are being bought right now. Try again in a minute.',
		});
		expect((await test.services.db.selectFrom('saleReservations').select('id').execute()).length).toBe(3);
	});
});

describe.skipIf(!hasSaleChain)('the pictures of a sale', () => {
	const image = async (tokenNumber?: number) =>
		(
			await readSaleImage(await visitor(), {
				saleId: selling.sale.id,
				size: 'full',
				...(tokenNumber ? { tokenNumber } : {}),
			})
		).image;

	it('are the cover and what is minted; what is left is not told from what does not exist', async () => {
		expect(await image()).toMatchObject({ mime: 'image/webp' });
		const reservation = await reserveFor(buyer);
		for (const tokenNumber of [1, 2, 3, 4])
			await expect(image(tokenNumber)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await submit(reservation);
		await lookAfter(2);
		const [{ tokenNumber } = { tokenNumber: 0 }] = (await purchaseOf(reservation)).items;
		for (const each of [1, 2, 3, 4].filter((number) => number !== tokenNumber)) {
			await expect(image(each)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such image.' });
		}
		expect(await image(tokenNumber)).toMatchObject({ mime: 'image/png' });
		const small = { saleId: selling.sale.id, size: '200', tokenNumber } as const;
		expect(await readSaleImage(await visitor(), small)).toMatchObject({ image: { mime: 'image/webp' } });
	});

	it('rejects a sale that is not selling', async () => {
		await test.services.db.updateTable('sales').set({ phase: 'unpublished' }).execute();
		const missing = { code: 'NOT_FOUND' };
		await expect(image()).rejects.toMatchObject(missing);
		await expect(saleNow()).rejects.toMatchObject(missing);
		await expect(reserveFor(buyer)).rejects.toMatchObject(missing);
	});
});
