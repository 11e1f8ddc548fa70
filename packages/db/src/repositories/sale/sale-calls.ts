import { listSaleStages } from '@adx/validators/sale/stages';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { SaleCallRow, SaleCallsTable, SaleRow } from '../../schema/sale-tables.ts';
import { listOpenTransactions } from './sale-transactions.ts';

/** A call as it is handed out. */
export type NewSaleCall = Pick<
	Insertable<SaleCallsTable>,
	'id' | 'saleId' | 'reservationId' | 'data' | 'deadline' | 'createdAt'
>;

/** Writes down what a wallet is asked to send, before it leaves the server. */
export async function insertSaleCall(db: Database, call: NewSaleCall): Promise<void> {
	await db.insertInto('saleCalls').values(call).execute();
}

/** All that was handed out for a reservation, the newest first. */
export async function listReservationCalls(db: Database, reservationId: string): Promise<SaleCallRow[]> {
	return db
		.selectFrom('saleCalls')
		.selectAll()
		.where('reservationId', '=', reservationId)
		.orderBy('createdAt', 'desc')
		.orderBy('id')
		.execute();
}

/** The deployments of a sale's collection that the chain could still take, the newest first. */
export async function listOpenDeployments(db: Database, saleId: string): Promise<SaleCallRow[]> {
	return (
		db
			.selectFrom('saleCalls')
			.selectAll()
			.where('saleId', '=', saleId)
			.where('reservationId', 'is', null)
			// Written out: a plan that is kept for any parameters would not find the index.
			.where(sql<boolean>`status = 'open'`)
			.orderBy('createdAt', 'desc')
			.execute()
	);
}

/** Whether the chain could still take something that makes a sale's collection, be it on Solana or on an EVM chain. */
export async function mayReachChain(db: Database, saleId: string): Promise<boolean> {
	const [transactions, deployments] = [await listOpenTransactions(db, saleId), await listOpenDeployments(db, saleId)];
	return transactions.length + deployments.length > 0;
}

/** Notes the hash under which a wallet says that it sent a call. False when the call has one already, or is over. */
export async function recordCallHash(trx: DatabaseTransaction, id: string, hash: string): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('saleCalls')
		.set({ hash })
		.where('id', '=', id)
		.where('status', '=', 'open')
		.where('hash', 'is', null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Ends a call; false when it was ended before. */
export async function endCall(
	trx: DatabaseTransaction,
	id: string,
	status: Exclude<SaleCallRow['status'], 'open'>,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('saleCalls')
		.set({ status })
		.where('id', '=', id)
		.where('status', '=', 'open')
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Ends every call of a reservation that is not over. */
export async function endReservationCalls(
	trx: DatabaseTransaction,
	reservationId: string,
	status: 'confirmed' | 'expired',
): Promise<void> {
	await trx
		.updateTable('saleCalls')
		.set({ status })
		.where('reservationId', '=', reservationId)
		.where('status', '=', 'open')
		.execute();
}

/** A sale whose contract may be about to appear on its chain, with the calls that could bring it there. */
export type DeployingSale = SaleRow & { readonly calls: readonly SaleCallRow[] };

/** The sales on a chain whose contract may be about to appear there, oldest first. */
export async function listDeployingSales(db: Database, chain: string): Promise<DeployingSale[]> {
	const calls = await db
		.selectFrom('saleCalls')
		.innerJoin('sales', 'sales.id', 'saleCalls.saleId')
		.selectAll('saleCalls')
		.where('saleCalls.reservationId', 'is', null)
		.where(sql<boolean>`sale_calls.status = 'open'`)
		.where('sales.cluster', '=', chain)
		.where('sales.phase', 'in', listSaleStages('mayArrive'))
		.orderBy('saleCalls.createdAt')
		.execute();
	if (calls.length === 0) return [];
	const bySale = Map.groupBy(calls, ({ saleId }) => saleId);
	const sales = await db
		.selectFrom('sales')
		.selectAll()
		.where('id', 'in', [...bySale.keys()])
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
	return sales.map((sale) => ({ ...sale, calls: bySale.get(sale.id) ?? [] }));
}
