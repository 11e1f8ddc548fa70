import type { SaleChainState } from '@adx/validators/sale/evm';
import { listSaleStages } from '@adx/validators/sale/stages';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { SaleRow } from '../../schema/sale-tables.ts';

/**
 * The sales of a cluster to whose collections somebody may still admit items though nobody shall: sold out, or ended with
 * their items covered and none of them held. The oldest first.
 */
export async function listUnfixedSales(db: Database, cluster: string): Promise<SaleRow[]> {
	return (
		db
			.selectFrom('sales')
			.selectAll()
			.where('cluster', '=', cluster)
			// Written out: a plan that is kept for any parameters would not find the index.
			.where(
				sql<boolean>`(phase = 'sold_out' and cap_fixed_at is null
					or is_delayed and closed_at is not null and cap_fixed_at is null and not exists (
						select from sale_pieces where sale_id = sales.id and status <> 'free' and is_final = false))`,
			)
			.orderBy('createdAt')
			.orderBy('id')
			.execute()
	);
}

/** Notes that nobody can admit further items to the collection, for good. False when another worker was first. */
export async function fixCap(trx: DatabaseTransaction, id: string, capFixedAt: Date): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('sales')
		.set((eb) => ({ capFixedAt, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('capFixedAt', 'is', null)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Counts a transaction that shall reach that. False when another worker signed one since `capTries` was read. */
export async function countCapTry(
	trx: DatabaseTransaction,
	{ id, capTries }: Pick<SaleRow, 'id' | 'capTries'>,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('sales')
		.set({ capTries: capTries + 1 })
		.where('id', '=', id)
		.where('capFixedAt', 'is', null)
		.where('capTries', '=', capTries)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** The sales of an EVM chain whose contracts may say something else than is known, the oldest first. */
export async function listFollowedEvmSales(db: Database, chain: string): Promise<SaleRow[]> {
	return db
		.selectFrom('sales')
		.selectAll()
		.where('cluster', '=', chain)
		.where('phase', 'in', listSaleStages('isRunning'))
		.where((eb) => eb.or([eb('closedAt', 'is', null), eb('chainState', 'is distinct from', 'ended')]))
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/** Notes what the contract of a sale says. False where that is known. */
export async function setChainState(
	trx: DatabaseTransaction,
	id: string,
	chainState: SaleChainState,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('sales')
		.set((eb) => ({ chainState, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('chainState', 'is distinct from', chainState)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}
