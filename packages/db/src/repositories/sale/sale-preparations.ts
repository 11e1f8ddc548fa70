import type { SalePhase } from '@adx/validators/sales';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { SaleRow } from '../../schema/sale-tables.ts';

/** What a collection says of itself on chain and on IPFS, and who signs it. If any of it changes, files or transaction must be made again. */
export type SaleTerms = Pick<
	SaleRow,
	'cluster' | 'walletAddress' | 'name' | 'symbol' | 'description' | 'royaltyBasisPoints'
>;

function toTerms({ cluster, walletAddress, name, symbol, description, royaltyBasisPoints }: SaleTerms): SaleTerms {
	return { cluster, walletAddress, name, symbol, description, royaltyBasisPoints };
}

/** Phases in which the collection is not on its way to the chain yet. */
const editablePhases = ['preparing', 'unsigned', 'failed'] as const satisfies readonly SalePhase[];

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

/** Records how far a preparation is and why it waits; false when it has ended, or is for other facts by now. */
export async function updateSaleProgress(
	db: Database,
	sale: SaleTerms & Pick<SaleRow, 'id'>,
	progress: Pick<SaleRow, 'progress' | 'errorMessage'>,
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('sales')
		.set((eb) => ({ ...progress, version: eb('version', '+', 1) }))
		.where('id', '=', sale.id)
		.where('phase', '=', 'preparing')
		.where((eb) => eb.and(toTerms(sale)))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Counts a try to prepare these facts that ended with an error and returns how many there were; no reader sees it. */
export async function countSaleFailure(db: Database, sale: SaleTerms & Pick<SaleRow, 'id'>): Promise<number> {
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

/**
 * Ends a preparation: the creator may sign. False when it has ended, or was made for other facts than the sale has by
 * now.
 */
export async function completeSalePreparation(
	db: Database,
	sale: SaleTerms & Pick<SaleRow, 'id'>,
	made: { readonly metadataRoot: string; readonly imagesRoot: string; readonly published: boolean },
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('sales')
		.set((eb) => ({
			...made,
			phase: 'unsigned',
			progress: 100,
			errorMessage: null,
			failures: 0,
			version: eb('version', '+', 1),
		}))
		.where('id', '=', sale.id)
		.where('phase', '=', 'preparing')
		.where((eb) => eb.and(toTerms(sale)))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Ends a preparation of these facts with a sentence; it may be started again. */
export async function failSalePreparation(
	db: Database,
	sale: SaleTerms & Pick<SaleRow, 'id'>,
	errorMessage: string,
): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('sales')
		.set((eb) => ({ phase: 'failed', errorMessage, version: eb('version', '+', 1) }))
		.where('id', '=', sale.id)
		.where('phase', '=', 'preparing')
		.where((eb) => eb.and(toTerms(sale)))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}
