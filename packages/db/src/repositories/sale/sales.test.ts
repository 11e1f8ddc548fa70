import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseTransaction } from '../../client/database.ts';
import type { SaleRow } from '../../schema/sale-tables.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addMerge, addSale, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { findCollectionRow, findCollectionVisibility, listGalleryRows } from '../gallery/gallery-collections.ts';
import { findMergeJob, updateMergeListing } from '../merge/merge-jobs.ts';
import {
	completeSalePreparation,
	countSaleFailure,
	failSalePreparation,
	listUnpreparedSales,
	restartSalePreparation,
	updateSalePrice,
	updateSaleProgress,
} from './sale-preparations.ts';
import { expireTransaction, insertSaleTransactions, listOpenTransactions } from './sale-transactions.ts';
import {
	confirmCollection,
	findSale,
	findSaleOfMerge,
	findSaleStages,
	insertSale,
	listWatchedSales,
	markSoldOut,
	publishSale,
	recordCollectionSent,
	reopenCollection,
} from './sales.ts';

let database: TestDatabase;
let ownerId: string;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(async () => {
	await truncateAll(database.db);
	ownerId = await addUser(database.db);
});

const inTransaction = <Result>(work: (trx: DatabaseTransaction) => Promise<Result>) =>
	database.db.transaction().execute(work);
const rowOf = async ({ id }: Pick<SaleRow, 'id'>) => (await findSale(database.db, id))!;
const roots = { metadataRoot: 'metadata', imagesRoot: 'images' };

async function laidOut(published = true): Promise<SaleRow> {
	const sale = await addSale(database.db, ownerId);
	await completeSalePreparation(database.db, sale, { ...roots, published });
	return rowOf(sale);
}

async function confirmed(published = true): Promise<SaleRow> {
	const sale = await laidOut(published);
	await inTransaction((trx) => confirmCollection(trx, sale.id, { now: secondsAfterStart(7) }));
	return rowOf(sale);
}

const transactionOf = ({ id }: SaleRow, name: string, second: number) => ({
	id: name,
	saleId: id,
	reservationId: null,
	tokenNumber: null,
	message: name,
	lastValidBlockHeight: 150,
	createdAt: secondsAfterStart(second),
});

describe('the preparation of a sale', () => {
	it('is one per merge, whoever stores it first', async () => {
		const { db } = database;
		const sale = await addSale(db, ownerId);
		await insertSale(db, { ...sale, id: 'second', mintAddress: 'another' });
		expect((await findSaleOfMerge(db, ownerId, sale.mergeJobId))?.id).toBe(sale.id);
		expect(await findSaleOfMerge(db, await addUser(db), sale.mergeJobId)).toBeUndefined();
		expect(await findSaleStages(db, [sale.mergeJobId, 'none'])).toEqual(new Map([[sale.mergeJobId, 'preparing']]));
	});

	it('is listed for workers until it has ended', async () => {
		const { db } = database;
		const [first, second] = [
			await addSale(db, ownerId),
			await addSale(db, ownerId, { createdAt: secondsAfterStart(-1) }),
		];
		expect(await listUnpreparedSales(db)).toEqual([{ id: second.id }, { id: first.id }]);
		await completeSalePreparation(db, first, { ...roots, published: false });
		await failSalePreparation(db, second, 'No.');
		expect(await listUnpreparedSales(db)).toEqual([]);
	});

	it.each(['cluster', 'walletAddress', 'name', 'symbol', 'description', 'royaltyBasisPoints'] as const)(
		'ends, and tells of itself, only for the %s that the sale has by now',
		async (fact) => {
			const { db } = database;
			const sale = await addSale(db, ownerId);
			const old = { ...sale, [fact]: fact === 'royaltyBasisPoints' ? 1 : 'other' };
			expect(await updateSaleProgress(db, old, { progress: 5, errorMessage: null })).toBe(false);
			expect(await completeSalePreparation(db, old, { ...roots, published: true })).toBe(false);
			expect(await failSalePreparation(db, old, 'No.')).toBe(false);
			expect(await countSaleFailure(db, old)).toBe(0);
			expect(await countSaleFailure(db, sale)).toBe(1);
			expect(await updateSaleProgress(db, sale, { progress: 5, errorMessage: 'Waits.' })).toBe(true);
			expect(await rowOf(sale)).toMatchObject({ phase: 'preparing', progress: 5, errorMessage: 'Waits.' });
			expect(await completeSalePreparation(db, sale, { ...roots, published: true })).toBe(true);
			expect(await rowOf(sale)).toMatchObject({
				phase: 'unsigned',
				progress: 100,
				errorMessage: null,
				published: true,
			});
			expect(await completeSalePreparation(db, sale, { ...roots, published: true })).toBe(false);
		},
	);

	it('starts again without what was made before, until the collection is on its way', async () => {
		const { db } = database;
		const sale = await laidOut();
		await db.updateTable('sales').set({ failures: 3 }).execute();
		const facts = { ...sale, name: 'Summer', priceLamports: '7' };
		expect(await inTransaction((trx) => restartSalePreparation(trx, sale.id, facts))).toBe(true);
		expect(await rowOf(sale)).toMatchObject({
			phase: 'preparing',
			name: 'Summer',
			priceLamports: '7',
			metadataRoot: null,
			published: false,
			failures: 0,
			mintAddress: sale.mintAddress,
		});
		await completeSalePreparation(db, await rowOf(sale), { ...roots, published: false });
		await inTransaction((trx) => recordCollectionSent(trx, sale.id));
		expect(await inTransaction((trx) => restartSalePreparation(trx, sale.id, facts))).toBe(false);
		expect(await inTransaction((trx) => updateSalePrice(trx, sale.id, '8'))).toBe(false);
		expect((await rowOf(sale)).priceLamports).toBe('7');
	});
});

describe('the collection of a sale', () => {
	it('begins to sell once, when it is on chain, and its merge is minting', async () => {
		const sale = await laidOut();
		const twice = await Promise.all(
			[7, 8].map((second) =>
				inTransaction((trx) => confirmCollection(trx, sale.id, { now: secondsAfterStart(second) })),
			),
		);
		expect(twice.toSorted()).toEqual([false, true]);
		expect(await rowOf(sale)).toMatchObject({ phase: 'selling', endedAt: null });
		expect(await findMergeJob(database.db, ownerId, sale.mergeJobId)).toMatchObject({
			isMinting: true,
			isMinted: false,
			contractAddress: sale.mintAddress,
		});
	});

	it('fixes the listing of its merge as it was prepared, from its sending on', async () => {
		const { db } = database;
		const sale = await addSale(db, ownerId, {
			priceLamports: '123456789',
			royaltyBasisPoints: 250,
			description: 'Two.',
		});
		await completeSalePreparation(db, sale, { ...roots, published: true });
		const change = { collectionName: 'Other', mintPrice: 5, royaltyPercentage: 9, collectionDescription: null };
		const asPrepared = {
			collectionName: 'Winter Court',
			collectionSymbol: 'WIN',
			collectionDescription: 'Two.',
			mintPrice: 0.123456789,
			royaltyPercentage: 2.5,
		};
		const other = await addMerge(db, ownerId);
		for (const step of [
			(trx: DatabaseTransaction) => recordCollectionSent(trx, sale.id),
			(trx: DatabaseTransaction) => confirmCollection(trx, sale.id, { now: secondsAfterStart(7) }),
		]) {
			await updateMergeListing(db, ownerId, sale.mergeJobId, change);
			await inTransaction(step);
			expect(await findMergeJob(db, ownerId, sale.mergeJobId)).toMatchObject(asPrepared);
		}
		expect(await findMergeJob(db, ownerId, other.id)).toMatchObject({
			collectionName: null,
			mintPrice: null,
			version: 1,
		});
	});

	it('waits for its files where they are the creator’s to publish', async () => {
		const { db } = database;
		const sale = await confirmed(false);
		expect(sale.phase).toBe('unpublished');
		expect(await publishSale(db, sale.id, 'another root')).toBe(false);
		expect(await publishSale(db, sale.id, 'metadata')).toBe(true);
		expect(await rowOf(sale)).toMatchObject({ phase: 'selling', published: true });
		expect(await publishSale(db, sale.id, 'metadata')).toBe(false);
		const before = await laidOut(false);
		expect(await publishSale(db, before.id, 'metadata')).toBe(true);
		expect(await rowOf(before)).toMatchObject({ phase: 'unsigned', published: true });
		const preparing = await addSale(db, ownerId);
		expect(await publishSale(db, preparing.id, 'metadata')).toBe(false);
	});

	it('is signed again when what was sent is lost, and not once it is on chain', async () => {
		const sale = await laidOut();
		expect(await inTransaction((trx) => reopenCollection(trx, sale.id, 'Lost.'))).toBe(false);
		await inTransaction((trx) => recordCollectionSent(trx, sale.id));
		expect(await inTransaction((trx) => reopenCollection(trx, sale.id, 'Lost.'))).toBe(true);
		expect(await rowOf(sale)).toMatchObject({ phase: 'unsigned', errorMessage: 'Lost.' });
		await inTransaction((trx) => confirmCollection(trx, sale.id, { now: secondsAfterStart(7) }));
		expect(await inTransaction((trx) => recordCollectionSent(trx, sale.id))).toBe(false);
		expect(await inTransaction((trx) => reopenCollection(trx, sale.id, 'Lost.'))).toBe(false);
	});

	it('is watched while a transaction of it may land, on its own cluster', async () => {
		const { db } = database;
		const [sale, other] = [await laidOut(), await laidOut()];
		await insertSaleTransactions(db, [transactionOf(sale, 'b', 2), transactionOf(sale, 'a', 1)]);
		const watched = await listWatchedSales(db, 'devnet');
		expect(watched.map(({ id }) => id)).toEqual([sale.id]);
		expect(watched[0]?.transactions.map(({ id }) => id)).toEqual(['a', 'b']);
		expect(await listWatchedSales(db, 'mainnet-beta')).toEqual([]);
		await inTransaction((trx) => expireTransaction(trx, 'a'));
		expect((await listWatchedSales(db, 'devnet'))[0]?.transactions).toHaveLength(1);
		await inTransaction((trx) => confirmCollection(trx, sale.id, { now: secondsAfterStart(7) }));
		expect(await listWatchedSales(db, 'devnet')).toEqual([]);
		expect(await listOpenTransactions(db, other.id)).toEqual([]);
	});
});

describe('the end of a sale', () => {
	it('is told by the merge, once (ENT-13)', async () => {
		const sale = await confirmed();
		expect(await inTransaction((trx) => markSoldOut(trx, sale.id, secondsAfterStart(90)))).toBe(true);
		expect(await inTransaction((trx) => markSoldOut(trx, sale.id, secondsAfterStart(91)))).toBe(false);
		expect(await rowOf(sale)).toMatchObject({ phase: 'sold_out', endedAt: secondsAfterStart(90) });
		expect(await findMergeJob(database.db, ownerId, sale.mergeJobId)).toMatchObject({
			isMinting: false,
			isMinted: true,
			mintedAt: secondsAfterStart(90),
			contractAddress: sale.mintAddress,
		});
	});

	it('tells the gallery what was paid for good (AMB-08)', async () => {
		const { db } = database;
		const sale = await confirmed();
		await addSale(db, ownerId);
		await db.updateTable('sales').set({ soldLamports: '999999999999999' }).where('id', '=', sale.id).execute();
		const rows = await listGalleryRows(db);
		expect(rows.map(({ soldLamports }) => soldLamports).toSorted()).toEqual(['0', '999999999999999']);
		expect(await findCollectionRow(db, sale.mergeJobId, ownerId)).toMatchObject({
			id: sale.mergeJobId,
			saleId: sale.id,
			salePhase: 'selling',
			cluster: 'devnet',
			soldLamports: '999999999999999',
		});
		expect(await findCollectionVisibility(db, sale.mergeJobId)).toMatchObject({ saleId: sale.id });
	});
});
