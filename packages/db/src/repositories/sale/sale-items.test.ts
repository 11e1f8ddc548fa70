import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addMerge, addUser, finishMerge, secondsAfterStart } from '../../testing/rows-testing.ts';
import { findCollectionRow } from '../gallery/gallery-collections.ts';
import {
	confirmItem,
	finalizeItems,
	type ItemOutcome,
	listSoldOutSales,
	listWatchedItems,
	releaseItem,
	reopenItem,
	type WatchedItem,
} from './sale-item-outcomes.ts';
import { countItems, countStoredItems, holdFreeItems, insertSaleItems, listHeldItems } from './sale-items.ts';
import { completeSalePreparation } from './sale-preparations.ts';
import {
	countLapsedReservations,
	countUnsentReservations,
	deleteLapsedReservations,
	insertReservation,
	updateReservation,
} from './sale-reservations.ts';
import { insertSaleTransactions, listReservationTransactions, recordSent } from './sale-transactions.ts';
import { confirmCollection, findSale, insertSale } from './sales.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

/** A sale that is selling; returns its id. */
async function addSale(supply: number): Promise<string> {
	const { db } = database;
	const ownerId = await addUser(db);
	const { id: mergeJobId } = await addMerge(db, ownerId);
	await finishMerge(
		db,
		mergeJobId,
		await Promise.all(Array.from({ length: supply }, async () => ({ sha256: await addBlob(db, 'a') }))),
	);
	const id = randomUUID();
	const facts = {
		cluster: 'localnet',
		walletAddress: 'creator',
		name: 'Court',
		symbol: 'COURT',
		description: '',
		royaltyBasisPoints: 0,
		isDelayed: false,
	};
	await insertSale(db, {
		...facts,
		id,
		mergeJobId,
		ownerId,
		priceLamports: '18446744073709551615',
		supply,
		sealedSecret: 'sealed',
		mintAddress: `mint ${id}`,
		createdAt: secondsAfterStart(0),
	});
	// Sold from the highest number down.
	const items = Array.from({ length: supply }, (_, index) => ({
		tokenNumber: index + 1,
		position: supply - 1 - index,
		mintAddress: `${id} ${index + 1}`,
	}));
	await insertSaleItems(db, id, items);
	await completeSalePreparation(db, { id, ...facts }, { metadataRoot: 'm', imagesRoot: 'i', published: true });
	await transact(db, (trx) => confirmCollection(trx, id, { now: secondsAfterStart(1) }));
	return id;
}

const reservationOf = (saleId: string, walletAddress: string = randomUUID(), requester = 'somebody') => ({
	id: randomUUID(),
	saleId,
	kind: 'buy' as const,
	walletAddress,
	priceLamports: '1',
	pieceCount: 1,
	requester,
	lastValidBlockHeight: 100,
	createdAt: secondsAfterStart(0),
	expiresAt: secondsAfterStart(60),
});

async function hold(saleId: string, count = 1, createdAt = secondsAfterStart(0)) {
	const reservation = { ...reservationOf(saleId), createdAt };
	await transact(database.db, async (trx) => {
		await insertReservation(trx, reservation);
		await holdFreeItems(trx, reservation, count);
	});
	return { reservation, items: await listHeldItems(database.db, reservation.id) };
}

const seen = (reservationId: string, change: Partial<ItemOutcome> = {}): ItemOutcome => ({
	reservationId,
	ownerAddress: 'owner',
	paidLamports: '18446744073709551615',
	signature: randomUUID(),
	mintedAt: secondsAfterStart(5),
	...change,
});

const finish = (saleId: string, tokenNumbers: readonly number[]) =>
	transact(database.db, (trx) => finalizeItems(trx, saleId, tokenNumbers));

const watched = async (): Promise<WatchedItem[]> => listWatchedItems(database.db, 'localnet');

describe('items of a sale', () => {
	it('are held in the order of sale, each by one reservation however many ask at once', async () => {
		const saleId = await addSale(5);
		const held = await Promise.all(Array.from({ length: 8 }, () => hold(saleId)));
		const numbers = held.flatMap(({ items }) => items.map(({ tokenNumber }) => tokenNumber));
		expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5]);
		expect(await countItems(database.db, saleId)).toEqual({ boughtCount: 0, ownCount: 0, heldCount: 5, freeCount: 0 });
		const other = await addSale(4);
		expect((await hold(other, 3)).items.map(({ tokenNumber }) => tokenNumber)).toEqual([4, 3, 2]);
		expect((await hold(other, 3)).items.map(({ tokenNumber }) => tokenNumber)).toEqual([1]);
	});

	it('are stored once however often they are prepared, and keep what became of them', async () => {
		const saleId = await addSale(2);
		const { reservation } = await hold(saleId);
		await insertSaleItems(database.db, saleId, [{ tokenNumber: 2, position: 0, mintAddress: `${saleId} 2` }]);
		expect(await watched()).toMatchObject([{ tokenNumber: 2, status: 'held', reservationId: reservation.id }]);
		expect(await countStoredItems(database.db, saleId)).toBe(2);
	});

	it('are minted once, taken back only while that is not final, and let go only while they are held', async () => {
		const { db } = database;
		const saleId = await addSale(1);
		const { reservation } = await hold(saleId);
		const [item] = await watched();
		expect(item).toMatchObject({ status: 'held', lastValidBlockHeight: 100, creatorAddress: 'creator' });
		const first = seen(reservation.id);
		expect(await transact(db, (trx) => confirmItem(trx, item!, first))).toBe(true);
		expect(await transact(db, (trx) => confirmItem(trx, item!, seen(reservation.id)))).toBe(false);
		expect(await transact(db, (trx) => releaseItem(trx, item!))).toBe(false);
		expect(await transact(db, (trx) => reopenItem(trx, { ...item!, signature: 'another' }))).toBe(false);
		expect(await transact(db, (trx) => reopenItem(trx, { ...item!, signature: first.signature }))).toBe(true);
		expect(await watched()).toMatchObject([{ status: 'held', signature: null }]);
		await finish(saleId, [1]);
		expect(await watched()).toMatchObject([{ status: 'held' }]);
		const second = seen(reservation.id);
		await transact(db, (trx) => confirmItem(trx, item!, second));
		expect(await listSoldOutSales(db, 'localnet')).toEqual([]);
		await finish(saleId, [1]);
		expect(await transact(db, (trx) => reopenItem(trx, { ...item!, signature: second.signature }))).toBe(false);
		expect(await watched()).toEqual([]);
		expect(await listSoldOutSales(db, 'localnet')).toEqual([{ saleId, endedAt: secondsAfterStart(5) }]);
		expect(await listSoldOutSales(db, 'devnet')).toEqual([]);
		expect(await countItems(db, saleId)).toEqual({ boughtCount: 1, ownCount: 0, heldCount: 0, freeCount: 0 });
		const row = await db.selectFrom('salePieces').select('paidLamports').executeTakeFirstOrThrow();
		expect(row.paidLamports).toBe('18446744073709551615');
	});

	it('are counted by their sale with every change, and their volume once it is final, at any price (AMB-08)', async () => {
		const { db } = database;
		const saleId = await addSale(3);
		const { mergeJobId, ownerId } = (await findSale(db, saleId))!;
		await hold(saleId, 3);
		const [bought, second, given] = await watched();
		const confirm = (item: WatchedItem | undefined, change: Partial<ItemOutcome>) =>
			transact(db, (trx) => confirmItem(trx, item!, seen(item!.reservationId!, change)));
		const readOutcome = async () => ({
			...(await countItems(db, saleId)),
			volume: (await findCollectionRow(db, mergeJobId, ownerId))?.soldLamports,
		});
		await confirm(bought, { signature: 'first' });
		await confirm(second, { paidLamports: null, signature: 'second' });
		expect(await readOutcome()).toEqual({ boughtCount: 1, ownCount: 1, heldCount: 1, freeCount: 0, volume: '0' });
		for (const [item, signature] of [[bought, 'first'] as const, [second, 'second'] as const]) {
			await transact(db, (trx) => reopenItem(trx, { ...item!, signature }));
		}
		expect(await readOutcome()).toEqual({ boughtCount: 0, ownCount: 0, heldCount: 3, freeCount: 0, volume: '0' });
		await confirm(bought, {});
		await confirm(second, { paidLamports: null });
		await confirm(given, { paidLamports: '0' });
		const tokens = [bought!, second!, given!].map(({ tokenNumber }) => tokenNumber);
		// Two watchers look at the same.
		await Promise.all([finish(saleId, tokens), finish(saleId, tokens)]);
		const volume = '18446744073709551615';
		expect(await readOutcome()).toEqual({ boughtCount: 2, ownCount: 1, heldCount: 0, freeCount: 0, volume });
	});

	it('are not minted for who held them before: whoever holds them now is to be told', async () => {
		const { db } = database;
		const saleId = await addSale(1);
		await hold(saleId);
		const [before] = await watched();
		await transact(db, (trx) => releaseItem(trx, before!));
		await hold(saleId);
		const confirm = (item: WatchedItem) => transact(db, (trx) => confirmItem(trx, item, seen(before!.reservationId!)));
		expect(await confirm(before!)).toBe(false);
		expect(await confirm((await watched())[0]!)).toBe(true);
	});

	it('are free again only by the reservation that holds them', async () => {
		const { db } = database;
		const saleId = await addSale(1);
		await hold(saleId);
		const [item] = await watched();
		expect(await transact(db, (trx) => releaseItem(trx, { ...item!, reservationId: randomUUID() }))).toBe(false);
		expect(await transact(db, (trx) => releaseItem(trx, item!))).toBe(true);
		expect(await countItems(db, saleId)).toMatchObject({ freeCount: 1, heldCount: 0 });
	});
});

describe('reservations', () => {
	it('are one per wallet while they are open, also when two are made at once', async () => {
		const { db } = database;
		const saleId = await addSale(1);
		// Often, since a plan that is kept for any parameters has to know the index too.
		for (let count = 0; count < 8; count++) {
			const wallet = randomUUID();
			const both = [reservationOf(saleId, wallet), reservationOf(saleId, wallet)];
			const made = await Promise.all(both.map((each) => transact(db, (trx) => insertReservation(trx, each))));
			expect(made.toSorted()).toEqual([false, true]);
			const [first] = both.filter((_, index) => made[index]);
			await transact(db, (trx) => updateReservation(trx, first!.id, { status: 'expired', errorMessage: null }));
			expect(await transact(db, (trx) => insertReservation(trx, reservationOf(saleId, wallet)))).toBe(true);
		}
	});

	it('are counted per requester while nothing was sent', async () => {
		const { db } = database;
		const saleId = await addSale(1);
		const mine = [1, 2].map(() => reservationOf(saleId, randomUUID(), 'me'));
		for (const each of [...mine, reservationOf(saleId)]) await transact(db, (trx) => insertReservation(trx, each));
		expect(await transact(db, (trx) => countUnsentReservations(trx, 'me', 'localnet'))).toBe(2);
		expect(await transact(db, (trx) => countUnsentReservations(trx, 'me', 'devnet'))).toBe(0);
		await transact(db, (trx) => updateReservation(trx, mine[0]!.id, { status: 'sent', errorMessage: null }));
		expect(await transact(db, (trx) => countUnsentReservations(trx, 'me', 'localnet'))).toBe(1);
	});
});

describe('what lapsed', () => {
	it('is counted per requester, and deleted with its transactions unless something of it was sent', async () => {
		const { db } = database;
		const saleId = await addSale(3);
		const [old, sent, young] = await Promise.all([hold(saleId), hold(saleId), hold(saleId, 1, secondsAfterStart(9))]);
		for (const { reservation, items } of [old, sent, young]) {
			const row = {
				saleId,
				reservationId: reservation.id,
				tokenNumber: items[0]!.tokenNumber,
				lastValidBlockHeight: 1,
			};
			await insertSaleTransactions(db, [
				{ ...row, id: reservation.id, message: reservation.id, createdAt: secondsAfterStart(0) },
			]);
			const state = { status: 'expired', errorMessage: null } as const;
			await transact(db, (trx) => updateReservation(trx, reservation.id, state));
		}
		const signed = { signature: 's', wire: 'w', now: secondsAfterStart(0) };
		await transact(db, (trx) => recordSent(trx, sent.reservation.id, signed));
		const who = { requester: 'somebody', walletAddress: old.reservation.walletAddress };
		expect(await countLapsedReservations(db, who, secondsAfterStart(-1))).toEqual({ count: 3, walletCount: 1 });
		expect(await countLapsedReservations(db, who, secondsAfterStart(0))).toEqual({ count: 1, walletCount: 0 });
		expect(await countLapsedReservations(db, { ...who, requester: 'another' }, secondsAfterStart(-1))).toEqual({
			count: 0,
			walletCount: 0,
		});
		// None while it holds an item.
		expect(await deleteLapsedReservations(db, secondsAfterStart(1))).toBe(0);
		await db.updateTable('salePieces').set({ status: 'free', reservationId: null }).execute();
		expect(await deleteLapsedReservations(db, secondsAfterStart(1))).toBe(1);
		const left = await db.selectFrom('saleTransactions').select('id').execute();
		expect(left.map(({ id }) => id).toSorted()).toEqual([sent.reservation.id, young.reservation.id].toSorted());
	});
});

describe('the journal', () => {
	it('keeps the first bytes that were sent, and one row for the same message', async () => {
		const { db } = database;
		const saleId = await addSale(1);
		const { reservation } = await hold(saleId);
		const row = {
			id: randomUUID(),
			saleId,
			reservationId: reservation.id,
			tokenNumber: 1,
			message: 'built',
			lastValidBlockHeight: 100,
			createdAt: secondsAfterStart(0),
		};
		await insertSaleTransactions(db, [row]);
		await insertSaleTransactions(db, [{ ...row, id: randomUUID() }]);
		const note = (signature: string) =>
			transact(db, (trx) =>
				recordSent(trx, row.id, { signature, wire: `wire of ${signature}`, now: secondsAfterStart(2) }),
			);
		expect(await note('first')).toBe(true);
		expect(await note('second')).toBe(false);
		expect(await listReservationTransactions(db, reservation.id)).toMatchObject([
			{ id: row.id, status: 'sent', signature: 'first', wire: 'wire of first', sentAt: secondsAfterStart(2) },
		]);
	});
});
