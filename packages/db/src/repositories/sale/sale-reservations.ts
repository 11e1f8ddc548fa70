import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { SaleReservationRow, SaleReservationsTable } from '../../schema/sale-tables.ts';

/** A reservation as it is asked for. */
export type NewSaleReservation = Pick<
	Insertable<SaleReservationsTable>,
	| 'id'
	| 'saleId'
	| 'kind'
	| 'walletAddress'
	| 'priceLamports'
	| 'pieceCount'
	| 'requester'
	| 'phaseId'
	| 'proofNonce'
	| 'lastValidBlockHeight'
	| 'createdAt'
	| 'expiresAt'
>;

/**
 * Stores a reservation; false when the wallet has an open one of that kind in that sale, also one that is just being
 * made by another transaction.
 */
export async function insertReservation(trx: DatabaseTransaction, reservation: NewSaleReservation): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto('saleReservations')
		.values(reservation)
		.onConflict((conflict) =>
			conflict
				.columns(['saleId', 'kind', 'walletAddress'])
				// Written out: a plan that is kept for any parameters would not find the index.
				.where(sql<boolean>`status in ('reserved', 'sent')`)
				.doNothing(),
		)
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

type WalletOfSale = Pick<SaleReservationRow, 'saleId' | 'kind' | 'walletAddress'>;

const selectOpenReservation = (db: Database, { saleId, kind, walletAddress }: WalletOfSale) =>
	db
		.selectFrom('saleReservations')
		.where('saleId', '=', saleId)
		.where('kind', '=', kind)
		.where('walletAddress', '=', walletAddress)
		.where('status', 'in', ['reserved', 'sent']);

/** The open reservation of a wallet, locked until the transaction ends. */
export async function lockOpenReservation(
	trx: DatabaseTransaction,
	wallet: WalletOfSale,
): Promise<SaleReservationRow | undefined> {
	return selectOpenReservation(trx, wallet).selectAll().forUpdate().executeTakeFirst();
}

/** The open reservation of a wallet. */
export async function findOpenReservation(db: Database, wallet: WalletOfSale): Promise<SaleReservationRow | undefined> {
	return selectOpenReservation(db, wallet).selectAll().executeTakeFirst();
}

/** A reservation, locked until the transaction ends: changing its items or transactions requires the lock. */
export async function lockReservation(trx: DatabaseTransaction, id: string): Promise<SaleReservationRow | undefined> {
	return trx.selectFrom('saleReservations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findReservation(
	db: Database,
	saleId: string,
	id: string,
): Promise<SaleReservationRow | undefined> {
	return db
		.selectFrom('saleReservations')
		.selectAll()
		.where('id', '=', id)
		.where('saleId', '=', saleId)
		.executeTakeFirst();
}

/**
 * How many reservations a requester holds on a cluster of which nothing was sent yet. Makes others of the same requester
 * who ask wait until the transaction ends, so that several at once cannot slip through together.
 */
export async function countUnsentReservations(
	trx: DatabaseTransaction,
	requester: string,
	cluster: string,
): Promise<number> {
	await sql`select pg_advisory_xact_lock(hashtextextended(${`sale requester ${requester}`}, 0))`.execute(trx);
	const { count } = await trx
		.selectFrom('saleReservations as reservation')
		// What is held on a cluster that is not followed any more never ends.
		.innerJoin('sales', 'sales.id', 'reservation.saleId')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('reservation.requester', '=', requester)
		.where('reservation.kind', '=', 'buy')
		.where('reservation.status', '=', 'reserved')
		.where('sales.cluster', '=', cluster)
		.executeTakeFirstOrThrow();
	return count;
}

/**
 * How many reservations of a requester were made since then and lapsed unsigned, and how many of one wallet: those of the
 * requester, and those of anybody who proved that it is theirs.
 */
export async function countLapsedReservations(
	db: Database,
	{ requester, walletAddress }: Pick<SaleReservationRow, 'requester' | 'walletAddress'>,
	since: Date,
): Promise<{ readonly count: number; readonly walletCount: number }> {
	return db
		.selectFrom('saleReservations')
		.select(({ fn }) => [
			fn.countAll<number>().filterWhere('requester', '=', requester).as('count'),
			fn.countAll<number>().filterWhere('walletAddress', '=', walletAddress).as('walletCount'),
		])
		.where('kind', '=', 'buy')
		.where('status', '=', 'expired')
		.where('createdAt', '>', since)
		.where((eb) =>
			eb.or([
				eb('requester', '=', requester),
				eb.and([eb('walletAddress', '=', walletAddress), eb('proofNonce', 'is not', null)]),
			]),
		)
		.executeTakeFirstOrThrow();
}

/** Deletes what lapsed before then and was never sent, with its transactions; returns how many reservations. */
export async function deleteLapsedReservations(db: Database, before: Date): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('saleReservations')
		.where('status', '=', 'expired')
		.where('createdAt', '<', before)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('salePieces')
						.select(sql.lit(1).as('one'))
						.whereRef('salePieces.reservationId', '=', 'saleReservations.id'),
				),
			),
		)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('saleTransactions')
						.select(sql.lit(1).as('one'))
						.whereRef('saleTransactions.reservationId', '=', 'saleReservations.id')
						.where('saleTransactions.signature', 'is not', null),
				),
			),
		)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Whether a reservation was made with that proof, of any wallet and sale. */
export async function isProofUsed(db: Database, proofNonce: string): Promise<boolean> {
	const row = await db
		.selectFrom('saleReservations')
		.select('id')
		.where('proofNonce', '=', proofNonce)
		.executeTakeFirst();
	return row !== undefined;
}

/** Notes that a wallet showed whose it is, after somebody had only named it. */
export async function proveReservation(trx: DatabaseTransaction, id: string, proofNonce: string): Promise<void> {
	await trx.updateTable('saleReservations').set({ proofNonce }).where('id', '=', id).execute();
}

/** Notes how many items there were for it. */
export async function setItemCount(trx: DatabaseTransaction, id: string, itemCount: number): Promise<void> {
	await trx.updateTable('saleReservations').set({ pieceCount: itemCount }).where('id', '=', id).execute();
}

/** Notes that newer transactions were built for what is reserved, at that price. */
export async function extendReservation(
	trx: DatabaseTransaction,
	id: string,
	until: Pick<SaleReservationRow, 'lastValidBlockHeight' | 'expiresAt' | 'priceLamports'>,
): Promise<void> {
	await trx
		.updateTable('saleReservations')
		.set((eb) => ({
			priceLamports: until.priceLamports,
			// Of two tabs that ask at once the later may have asked the chain earlier.
			lastValidBlockHeight: eb.fn<number>('greatest', ['lastValidBlockHeight', eb.val(until.lastValidBlockHeight)]),
			expiresAt: eb.fn<Date>('greatest', ['expiresAt', eb.cast<Date>(eb.val(until.expiresAt), 'timestamptz')]),
		}))
		.where('id', '=', id)
		.execute();
}

/** Tells readers how a reservation stands. */
export async function updateReservation(
	trx: DatabaseTransaction,
	id: string,
	state: Pick<SaleReservationRow, 'status' | 'errorMessage'>,
): Promise<void> {
	await trx.updateTable('saleReservations').set(state).where('id', '=', id).execute();
}

/** Whether the wallet has another open reservation of that kind in that sale. */
export async function hasOtherOpenReservation(
	trx: DatabaseTransaction,
	reservation: WalletOfSale & Pick<SaleReservationRow, 'id'>,
): Promise<boolean> {
	const open = selectOpenReservation(trx, reservation).select('id');
	const other = await open.where('id', '!=', reservation.id).executeTakeFirst();
	return other !== undefined;
}
