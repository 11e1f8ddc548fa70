import type { ItemPreview } from '@adx/validators/sale/items';
import type { SaleStage } from '@adx/validators/sale/sales';
import { listSaleStages } from '@adx/validators/sale/stages';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { SaleRow, SalesTable, SaleTransactionRow } from '../../schema/sale-tables.ts';
import type { SaleTerms } from './sale-preparations.ts';

/** On chain, with items that are not minted for good. */
const runningPhases = listSaleStages('isRunning');
/** Its collection may appear on chain at any moment. */
const arrivingPhases = listSaleStages('mayArrive');

/** A sale as it begins. */
export type NewSale = SaleTerms &
	Pick<
		Insertable<SalesTable>,
		'id' | 'mergeJobId' | 'ownerId' | 'priceLamports' | 'supply' | 'sealedSecret' | 'mintAddress' | 'createdAt'
	>;

/** Stores a sale that is to be prepared; does nothing where its merge has one already. */
export async function insertSale(db: Database, sale: NewSale): Promise<void> {
	await db
		.insertInto('sales')
		.values({ ...sale, phase: 'preparing' })
		.onConflict((conflict) => conflict.column('mergeJobId').doNothing())
		.execute();
}

export async function findSale(db: Database, id: string): Promise<SaleRow | undefined> {
	return db.selectFrom('sales').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The sale of an owner's merge. */
export async function findSaleOfMerge(db: Database, ownerId: string, mergeJobId: string): Promise<SaleRow | undefined> {
	return db
		.selectFrom('sales')
		.selectAll()
		.where('mergeJobId', '=', mergeJobId)
		.where('ownerId', '=', ownerId)
		.executeTakeFirst();
}

/** How the sales of some merges are, by merge. */
export async function findSaleStages(
	db: Database,
	mergeJobIds: readonly string[],
): Promise<ReadonlyMap<string, SaleStage>> {
	if (mergeJobIds.length === 0) return new Map();
	const rows = await db
		.selectFrom('sales')
		.select(['mergeJobId', 'phase'])
		.where('mergeJobId', 'in', mergeJobIds)
		.execute();
	return new Map(rows.map(({ mergeJobId, phase }) => [mergeJobId, phase]));
}

/** The sale of a merge, locked until the transaction ends. */
export async function lockSaleOfMerge(trx: DatabaseTransaction, mergeJobId: string): Promise<SaleRow | undefined> {
	return trx.selectFrom('sales').selectAll().where('mergeJobId', '=', mergeJobId).forUpdate().executeTakeFirst();
}

/**
 * Notes that the collection's signed transaction is about to be sent: from now on the merge is listed as the sale says.
 * False when the sale is past that.
 */
export async function recordCollectionSent(trx: DatabaseTransaction, id: string): Promise<boolean> {
	const isFirst = await changePhase(trx, id, {
		from: arrivingPhases,
		to: 'confirming',
		errorMessage: null,
	});
	if (isFirst) await fixListing(trx, id);
	return isFirst;
}

/** Somebody may have changed the listing after it was prepared, and it is fixed from here on. */
async function fixListing(trx: DatabaseTransaction, id: string): Promise<void> {
	await trx
		.updateTable('mergeJobs')
		.from('sales')
		.set({
			collectionName: sql<string>`sales.name`,
			collectionSymbol: sql<string>`sales.symbol`,
			collectionDescription: sql<string>`sales.description`,
			royaltyPercentage: sql<number>`sales.royalty_basis_points / 100.0`,
			mintPrice: sql<number>`(sales.price_lamports / 1e9)::double precision`,
			version: sql<number>`merge_jobs.version + 1`,
		})
		.whereRef('mergeJobs.id', '=', 'sales.mergeJobId')
		.where('sales.id', '=', id)
		.execute();
}

/** Lets the creator sign again, with a sentence why: what was sent failed, or ran out unseen. */
export async function reopenCollection(trx: DatabaseTransaction, id: string, errorMessage: string): Promise<boolean> {
	return changePhase(trx, id, { from: ['confirming'], to: 'unsigned', errorMessage });
}

async function changePhase(
	db: Database,
	id: string,
	move: { readonly from: readonly SaleStage[]; readonly to: SaleStage; readonly errorMessage: string | null },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('sales')
		.set((eb) => ({ phase: move.to, errorMessage: move.errorMessage, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('phase', 'in', move.from)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/**
 * Begins the sale, once its collection is on chain for good: selling, or unpublished while its files are the creator's to
 * publish. The merge is minting from now on. False when another worker was first.
 */
export async function confirmCollection(
	trx: DatabaseTransaction,
	id: string,
	{ now }: { readonly now: Date },
): Promise<boolean> {
	const sale = await trx
		.updateTable('sales')
		.set((eb) => ({
			phase: eb.case().when('published', '=', true).then<SaleStage>('selling').else<SaleStage>('unpublished').end(),
			startedAt: now,
			errorMessage: null,
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.where('phase', 'in', arrivingPhases)
		.returning(['mergeJobId', 'mintAddress'])
		.executeTakeFirst();
	if (sale === undefined) return false;
	await fixListing(trx, id);
	await trx
		.updateTable('mergeJobs')
		.set((eb) => ({ isMinting: true, contractAddress: sale.mintAddress, version: eb('version', '+', 1) }))
		.where('id', '=', sale.mergeJobId)
		.execute();
	return true;
}

/** Notes that the creator published the files with that root, and begins to sell where only that was missing. */
export async function publishSale(db: Database, id: string, metadataRoot: string): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('sales')
		.set((eb) => ({
			published: true,
			phase: eb.case().when('phase', '=', 'unpublished').then<SaleStage>('selling').else(eb.ref('phase')).end(),
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.where('metadataRoot', '=', metadataRoot)
		.where('published', '=', false)
		.where('phase', 'in', listSaleStages('isPublishable'))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Ends a sale of which every item is minted for good; the merge is minted. False when another worker was first. */
export async function markSoldOut(trx: DatabaseTransaction, id: string, endedAt: Date): Promise<boolean> {
	const sale = await trx
		.updateTable('sales')
		.set((eb) => ({ phase: 'sold_out', endedAt, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('phase', 'in', runningPhases)
		.returning('mergeJobId')
		.executeTakeFirst();
	if (sale === undefined) return false;
	await trx
		.updateTable('mergeJobs')
		.set((eb) => ({ isMinting: false, isMinted: true, mintedAt: endedAt, version: eb('version', '+', 1) }))
		.where('id', '=', sale.mergeJobId)
		.execute();
	return true;
}

/** What a creator changes of a running sale. */
export interface SaleChange {
	/** Null resumes it. */
	readonly pausedAt?: Date | null;
	/** For what is reserved from now on. */
	readonly priceLamports?: string;
}

/** What decides whether an item can be reserved, besides the phases. */
export type SaleOpenness = Pick<SaleRow, 'pausedAt' | 'closedAt' | 'chainState' | 'startsAt' | 'endsAt'>;

/** Changes a running sale, and how its merge is listed with it. False where it is not running, or was ended. */
export async function changeRunningSale(trx: DatabaseTransaction, id: string, change: SaleChange): Promise<boolean> {
	const sale = await trx
		.updateTable('sales')
		.set((eb) => ({ ...change, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('phase', 'in', runningPhases)
		.where('closedAt', 'is', null)
		.returning(['mergeJobId', 'pausedAt'])
		.executeTakeFirst();
	if (sale === undefined) return false;
	await trx
		.updateTable('mergeJobs')
		.from('sales')
		.set({
			isMinting: sale.pausedAt === null,
			mintPrice: sql<number>`(sales.price_lamports / 1e9)::double precision`,
			version: sql<number>`merge_jobs.version + 1`,
		})
		.whereRef('mergeJobs.id', '=', 'sales.mergeJobId')
		.where('sales.id', '=', id)
		.execute();
	return true;
}

/** Changes what the page of a sale shows of items that are not minted, in whatever phase it is. */
export async function changeItemPreview(trx: DatabaseTransaction, id: string, itemPreview: ItemPreview): Promise<void> {
	await trx
		.updateTable('sales')
		.set((eb) => ({ itemPreview, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.execute();
}

/** Changes when a sale starts and ends, in whatever phase it is. */
export async function changeSaleTimes(
	trx: DatabaseTransaction,
	id: string,
	times: Pick<SaleRow, 'startsAt' | 'endsAt'>,
): Promise<void> {
	await trx
		.updateTable('sales')
		.set((eb) => ({ ...times, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.execute();
}

/** Ends a running sale for its buyers; what is reserved is settled, and its creator can mint the rest. */
export async function closeSale(trx: DatabaseTransaction, id: string, closedAt: Date): Promise<boolean> {
	const sale = await trx
		.updateTable('sales')
		.set((eb) => ({ closedAt, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('phase', 'in', runningPhases)
		.where('closedAt', 'is', null)
		.returning('mergeJobId')
		.executeTakeFirst();
	if (sale === undefined) return false;
	await trx
		.updateTable('mergeJobs')
		.set((eb) => ({ isMinting: false, version: eb('version', '+', 1) }))
		.where('id', '=', sale.mergeJobId)
		.execute();
	return true;
}

/** Has those wait who count the items of a sale before they take some of them, until the transaction ends. */
export async function lockItemCounts(trx: DatabaseTransaction, saleId: string): Promise<void> {
	await trx.selectFrom('sales').select('id').where('id', '=', saleId).forNoKeyUpdate().execute();
}

/** What whoever reserves has to know of a sale, as it is now. */
export async function findSaleTerms(db: Database, id: string): Promise<SaleOpenness & Pick<SaleRow, 'priceLamports'>> {
	return db
		.selectFrom('sales')
		.select(['priceLamports', 'pausedAt', 'closedAt', 'chainState', 'startsAt', 'endsAt'])
		.where('id', '=', id)
		.executeTakeFirstOrThrow();
}

/** The sales of a cluster whose collection is on chain and of which not every item is minted for good. */
export async function listOpenSales(db: Database, cluster: string): Promise<Pick<SaleRow, 'id' | 'mintAddress'>[]> {
	return db
		.selectFrom('sales')
		.select(['id', 'mintAddress'])
		.where('cluster', '=', cluster)
		.where('phase', 'in', runningPhases)
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/**
 * Ends a sale whose chain does not exist any more, with a sentence, and deletes what was on that chain alone: items,
 * reservations, transactions and reveal. Its creator may start it again. False when another worker was first.
 */
export async function failLostSale(trx: DatabaseTransaction, id: string, errorMessage: string): Promise<boolean> {
	const sale = await trx
		.updateTable('sales')
		.set((eb) => ({
			phase: 'failed',
			errorMessage,
			startedAt: null,
			pausedAt: null,
			closedAt: null,
			revealedAt: null,
			capFixedAt: null,
			capTries: 0,
			boughtCount: 0,
			ownCount: 0,
			soldLamports: '0',
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.where('phase', 'in', runningPhases)
		.returning('mergeJobId')
		.executeTakeFirst();
	if (sale === undefined) return false;
	for (const table of ['salePieces', 'saleTransactions', 'saleReservations', 'saleReveals'] as const) {
		await trx.deleteFrom(table).where('saleId', '=', id).execute();
	}
	await trx
		.updateTable('mergeJobs')
		.set((eb) => ({ isMinting: false, contractAddress: null, version: eb('version', '+', 1) }))
		.where('id', '=', sale.mergeJobId)
		.execute();
	return true;
}

/** A sale whose collection may be about to appear on chain, with the transactions that could bring it there. */
export type WatchedSale = SaleRow & { readonly transactions: readonly SaleTransactionRow[] };

/** The sales on a cluster whose collection may be about to appear there, oldest first. */
export async function listWatchedSales(db: Database, cluster: string): Promise<WatchedSale[]> {
	const rows = await db
		.selectFrom('saleTransactions')
		.innerJoin('sales', 'sales.id', 'saleTransactions.saleId')
		.selectAll('saleTransactions')
		.where('saleTransactions.reservationId', 'is', null)
		.where('saleTransactions.status', 'in', ['built', 'sent'])
		.where('sales.cluster', '=', cluster)
		.where('sales.phase', 'in', arrivingPhases)
		.orderBy('saleTransactions.createdAt')
		.orderBy('saleTransactions.id')
		.execute();
	if (rows.length === 0) return [];
	const bySale = Map.groupBy(rows, ({ saleId }) => saleId);
	const sales = await db
		.selectFrom('sales')
		.selectAll()
		.where('id', 'in', [...bySale.keys()])
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
	return sales.map((sale) => ({ ...sale, transactions: bySale.get(sale.id) ?? [] }));
}
