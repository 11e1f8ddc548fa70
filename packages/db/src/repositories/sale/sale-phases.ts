import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { SalePhaseRow } from '../../schema/sale-tables.ts';

/** The phases of a sale in their order. */
export async function listSalePhases(db: Database, saleId: string): Promise<SalePhaseRow[]> {
	return db.selectFrom('salePhases').selectAll().where('saleId', '=', saleId).orderBy('position').execute();
}

/**
 * A phase that nobody deletes until the transaction ends; where it has limits, nobody else reserves in it either. Undefined
 * where it was deleted.
 */
export async function lockSalePhase(
	trx: DatabaseTransaction,
	{ id, walletLimit, totalLimit }: SalePhaseRow,
): Promise<SalePhaseRow | undefined> {
	const hasLimits = walletLimit !== null || totalLimit !== null;
	return trx
		.selectFrom('salePhases')
		.selectAll()
		.where('id', '=', id)
		.$if(hasLimits, (query) => query.forUpdate())
		.$if(!hasLimits, (query) => query.forKeyShare())
		.executeTakeFirst();
}

/**
 * Makes these the phases of a sale: those with a known id change, others begin, what is not among them is deleted with its
 * list of wallets. Waits for reservations that are being made, which the sale's own row has to be locked for.
 */
export async function replaceSalePhases(
	trx: DatabaseTransaction,
	saleId: string,
	phases: readonly Omit<SalePhaseRow, 'saleId' | 'position'>[],
): Promise<void> {
	const ids = phases.map(({ id }) => id);
	await trx
		.deleteFrom('salePhases')
		.where('saleId', '=', saleId)
		.$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
		.execute();
	// Out of the way of the places that others take.
	await trx
		.updateTable('salePhases')
		.set((eb) => ({ position: eb('position', '+', 1_000) }))
		.where('saleId', '=', saleId)
		.execute();
	for (const [position, { id, ...phase }] of phases.entries()) {
		await trx
			.insertInto('salePhases')
			.values({ id, saleId, position, ...phase })
			.onConflict((conflict) =>
				conflict
					.column('id')
					.doUpdateSet({ position, ...phase })
					.where('salePhases.saleId', '=', saleId),
			)
			.execute();
	}
	await touchSale(trx, saleId);
}

/** Tells those who look at a sale that it changed. */
export async function touchSale(trx: DatabaseTransaction, saleId: string): Promise<void> {
	await trx
		.updateTable('sales')
		.set((eb) => ({ version: eb('version', '+', 1) }))
		.where('id', '=', saleId)
		.execute();
}

/** Deletes the wallets that may buy in a phase. */
export async function clearAllowlist(trx: DatabaseTransaction, phaseId: string): Promise<void> {
	await trx.deleteFrom('saleAllowlist').where('phaseId', '=', phaseId).execute();
}

const walletsPerStatement = 5_000;

/** Adds wallets to those that may buy in a phase; each counts once. */
export async function addToAllowlist(
	trx: DatabaseTransaction,
	phaseId: string,
	wallets: readonly string[],
): Promise<void> {
	for (let from = 0; from < wallets.length; from += walletsPerStatement) {
		const slice = wallets.slice(from, from + walletsPerStatement);
		await sql`
			insert into sale_allowlist (phase_id, wallet_address)
			select ${phaseId}, wallet from jsonb_array_elements_text(${toJsonb(slice)}) as wallet
			on conflict do nothing`.execute(trx);
	}
}

/** How many wallets may buy in each of these phases. */
export async function countAllowlists(db: Database, phaseIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
	if (phaseIds.length === 0) return new Map();
	const rows = await db
		.selectFrom('saleAllowlist')
		.select((eb) => ['phaseId', eb.fn.countAll<number>().as('count')])
		.where('phaseId', 'in', phaseIds)
		.groupBy('phaseId')
		.execute();
	return new Map(rows.map(({ phaseId, count }) => [phaseId, count]));
}

/** Whether a wallet may buy in a phase that has a list. */
export async function isOnAllowlist(db: Database, phaseId: string, walletAddress: string): Promise<boolean> {
	const row = await db
		.selectFrom('saleAllowlist')
		.select('walletAddress')
		.where('phaseId', '=', phaseId)
		.where('walletAddress', '=', walletAddress)
		.executeTakeFirst();
	return row !== undefined;
}

/** How many items were bought or are held in a phase: by everybody, and by one wallet. */
export interface PhaseCounts {
	readonly totalCount: number;
	readonly walletCount: number;
}

/** Counts them. What others reserve meanwhile is counted only where the phase is locked. */
export async function countPhaseItems(db: Database, phaseId: string, walletAddress: string): Promise<PhaseCounts> {
	return db
		.selectFrom('saleReservations as reservation')
		.innerJoin('salePieces as item', 'item.reservationId', 'reservation.id')
		.select(({ fn }) => [
			fn.countAll<number>().as('totalCount'),
			fn.countAll<number>().filterWhere('reservation.walletAddress', '=', walletAddress).as('walletCount'),
		])
		.where('reservation.phaseId', '=', phaseId)
		.where('item.status', 'in', ['held', 'minted'])
		.executeTakeFirstOrThrow();
}
