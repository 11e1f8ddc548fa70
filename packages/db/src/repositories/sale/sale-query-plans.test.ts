import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../client/database.ts';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import { countRowsRead } from '../../testing/query-plans-testing.ts';
import { addSale, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { findCollectionRow, listGalleryRows } from '../gallery/gallery-collections.ts';
import { listSoldOutSales, listWatchedItems } from './sale-item-outcomes.ts';
import {
	countItems,
	countReservationItems,
	findSaleCover,
	hasFreeItem,
	holdFreeItems,
	listHeldItems,
	listItemsOfReservation,
	listLatestItems,
} from './sale-items.ts';
import { listPreviewedItems } from './sale-preview.ts';
import { insertReservation } from './sale-reservations.ts';
import { findSaleStages } from './sales.ts';

// A sale as large as there is: what is asked for every visitor and every two seconds may not grow with it.

const supply = 10_000;
const soldCount = 4_000;
const heldCount = 40;

let database: TestDatabase;
let saleId: string;
let mergeJobId: string;
let ownerId: string;
let reservationId: string;
beforeAll(async () => {
	database = await createTestDatabase();
	const { db } = database;
	ownerId = await addUser(db);
	const sale = await addSale(db, ownerId, { supply });
	({ id: saleId, mergeJobId } = sale);
	reservationId = randomUUID();
	await fill(sale);
	const selling = { phase: 'selling', metadataRoot: 'm', imagesRoot: 'i', startedAt: secondsAfterStart(1) } as const;
	await db
		.updateTable('sales')
		.set({ ...selling, boughtCount: soldCount })
		.execute();
});
afterAll(() => database.destroy());

/** The first are sold for good, the last of them not quite; the next are held, and all others are free. Few have a name. */
async function fill(sale: { readonly id: string; readonly mergeJobId: string }): Promise<void> {
	const { db } = database;
	const held = { ...reservationOf(sale.id), id: reservationId };
	await transact(db, (trx) => insertReservation(trx, held));
	await sql`
		insert into merged_images
		select merge_job_id, number, 'Item #' || number, blob_sha256, attributes, number, 1, rarity_tier, 0, number || '.png'
		from merged_images, generate_series(${sql.lit(soldCount - heldCount)}, ${sql.lit(soldCount + heldCount)}) as number
		where merge_job_id = ${sale.mergeJobId} and token_number = 1`.execute(db);
	await sql`
		insert into sale_pieces
			(sale_id, token_number, position, mint_address, status, reservation_id, owner_address, paid_lamports, signature, minted_at, is_final)
		select ${sale.id}, number, (number * 7919) % ${sql.lit(supply)}, ${sale.id} || number,
			case when number <= ${sql.lit(soldCount)} then 'minted' when number <= ${sql.lit(soldCount + heldCount)} then 'held' else 'free' end,
			case when number > ${sql.lit(soldCount)} and number <= ${sql.lit(soldCount + heldCount)} then ${held.id} end,
			case when number <= ${sql.lit(soldCount)} then 'buyer ' || number end,
			case when number <= ${sql.lit(soldCount)} then 100000000 end,
			case when number <= ${sql.lit(soldCount)} then ${sale.id} || ' signature ' || number end,
			case when number <= ${sql.lit(soldCount)} then ${secondsAfterStart(0)}::timestamptz + number * interval '1 second' end,
			number <= ${sql.lit(soldCount - 10)}
		from generate_series(1, ${sql.lit(supply)}) as number`.execute(db);
}

const reservationOf = (sale: string) => ({
	id: randomUUID(),
	saleId: sale,
	kind: 'buy' as const,
	walletAddress: randomUUID(),
	priceLamports: '100000000',
	pieceCount: 1,
	requester: 'somebody',
	lastValidBlockHeight: 100,
	createdAt: secondsAfterStart(0),
	expiresAt: secondsAfterStart(60),
});

const aPage = Array.from({ length: 100 }, (_, place) => 4_001 + place);

type Asked = (db: Database) => Promise<unknown>;
const asked: Readonly<Record<string, Asked>> = {
	'the counts of a sale': (db) => countItems(db, saleId),
	'the first free item': (db) => hasFreeItem(db, saleId),
	'the items that were minted last': (db) => listLatestItems(db, saleId, 12),
	'a page of items by number': (db) => listPreviewedItems(db, saleId, aPage),
	'items of a sample': (db) => listPreviewedItems(db, saleId, [1, 5_000, 9_000]),
	'name and cover': (db) => findSaleCover(db, saleId),
	'what a reservation holds': (db) => listHeldItems(db, reservationId),
	'what was minted for a reservation': (db) => listItemsOfReservation(db, reservationId),
	'how many items a reservation has': (db) => countReservationItems(db, reservationId),
	'what the watcher follows': (db) => listWatchedItems(db, 'devnet'),
	'sales that are over': (db) => listSoldOutSales(db, 'devnet'),
	'phases of sales': (db) => findSaleStages(db, [mergeJobId]),
	'the gallery': (db) => listGalleryRows(db),
	'a collection of the gallery': (db) => findCollectionRow(db, mergeJobId, ownerId),
	'the next free items': (db) =>
		transact(db, async (trx) => {
			const reservation = reservationOf(saleId);
			await insertReservation(trx, reservation);
			return holdFreeItems(trx, reservation, 1);
		}),
};

// Without numbers about the tables first: the embedded database gathers none by itself.
describe.each(['before the tables were analysed', 'after that'])('of a sale of 10,000 items, %s,', (moment) => {
	beforeAll(async () => {
		if (moment === 'after that') await sql`analyze`.execute(database.db);
	});

	it.each(Object.entries(asked))('%s: found by looking at few of them', async (_, ask) => {
		const read = await countRowsRead(database.db, 'sale_pieces', ask);
		expect(read.length).toBeGreaterThan(0);
		for (const rows of read) expect(rows).toBeLessThan(1_000);
	});
});
