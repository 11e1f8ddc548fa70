import { listSaleStages } from '@adx/validators/sale/stages';
import type { Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { databaseNow } from '../../client/database-time.ts';
import type { SaleRow, SalesTable } from '../../schema/sale-tables.ts';

/** What a collection says of itself on chain and on IPFS, and who signs it. If any of it changes, files or transaction must be made again. */
export type SaleTerms = Pick<
	SaleRow,
	'cluster' | 'walletAddress' | 'name' | 'symbol' | 'description' | 'royaltyBasisPoints' | 'isDelayed'
>;

function toTerms(sale: SaleTerms): SaleTerms {
	const { cluster, walletAddress, name, symbol, description, royaltyBasisPoints, isDelayed } = sale;
	return { cluster, walletAddress, name, symbol, description, royaltyBasisPoints, isDelayed };
}

/** Phases in which the collection is not on its way to the chain yet. */
const editablePhases = listSaleStages('isEditable');

/** Starts the preparation again, with these facts; false when the collection is on its way to the chain already. */
export async function restartSalePreparation(
	trx: DatabaseTransaction,
	id: string,
	facts: SaleTerms & Pick<SaleRow, 'priceLamports'>,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('sales')
		.set((eb) => ({
			...facts,
			phase: 'preparing',
			progress: 0,
			errorMessage: null,
			metadataRoot: null,
			imagesRoot: null,
			published: false,
			failures: 0,
			preparingSince: databaseNow,
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.where('phase', 'in', editablePhases)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Changes what an item costs; false when the collection is on its way already. */
export async function updateSalePrice(trx: DatabaseTransaction, id: string, priceLamports: string): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('sales')
		.set((eb) => ({ priceLamports, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('phase', 'in', editablePhases)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Ids of the sales that a worker must prepare, oldest first. */
export async function listUnpreparedSales(db: Database): Promise<Pick<SaleRow, 'id'>[]> {
	return db
		.selectFrom('sales')
		.select('id')
		.where('phase', '=', 'preparing')
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/** A sale with the facts that it is prepared for. */
type Prepared = SaleTerms & Pick<SaleRow, 'id'>;

/** False when the preparation has ended, or is for other facts by now. */
async function updatePreparing(db: Database, sale: Prepared, change: Updateable<SalesTable>): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('sales')
		.set((eb) => ({ ...change, version: eb('version', '+', 1) }))
		.where('id', '=', sale.id)
		.where('phase', '=', 'preparing')
		.where((eb) => eb.and(toTerms(sale)))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Records how far a preparation is and why it waits; false when it has ended, or is for other facts by now. */
export const updateSaleProgress = (
	db: Database,
	sale: Prepared,
	progress: Pick<SaleRow, 'progress' | 'errorMessage'>,
): Promise<boolean> => updatePreparing(db, sale, progress);

/** Counts a try to prepare these facts that ended with an error and returns how many there were; no reader sees it. */
export async function countSaleFailure(db: Database, sale: Prepared): Promise<number> {
	const row = await db
		.updateTable('sales')
		.set((eb) => ({ failures: eb('failures', '+', 1) }))
		.where('id', '=', sale.id)
		.where('phase', '=', 'preparing')
		.where((eb) => eb.and(toTerms(sale)))
		.returning('failures')
		.executeTakeFirst();
	return row?.failures ?? 0;
}

/** Ends a preparation: the creator may sign. False when it has ended, or was made for other facts than the sale has by now. */
export const completeSalePreparation = (
	db: Database,
	sale: Prepared,
	made: Pick<SaleRow, 'metadataRoot' | 'imagesRoot' | 'published'> & Partial<Pick<SaleRow, 'mintAddress'>>,
): Promise<boolean> =>
	updatePreparing(db, sale, { ...made, phase: 'unsigned', progress: 100, errorMessage: null, failures: 0 });

/** Ends a preparation of these facts with a sentence; it may be started again. */
export const failSalePreparation = (db: Database, sale: Prepared, errorMessage: string): Promise<boolean> =>
	updatePreparing(db, sale, { phase: 'failed', errorMessage });
