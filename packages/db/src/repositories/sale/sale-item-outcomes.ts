import { listSaleStages } from '@adx/validators/sale/stages';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { SaleItemRow, SaleReservationRow, SalesTable } from '../../schema/sale-tables.ts';

/** An item about which the chain has not said its last word. */
export type WatchedItem = Pick<
	SaleItemRow,
	'saleId' | 'tokenNumber' | 'mintAddress' | 'reservationId' | 'signature'
> & {
	readonly status: 'held' | 'minted';
	/** The wallet that is paid. */
	readonly creatorAddress: SalesTable['walletAddress'];
	/** The collection's address. */
	readonly contractAddress: SalesTable['mintAddress'];
	/** The buyer it is reserved for, how, and at what price; null without a reservation. */
	readonly holderAddress: string | null;
	readonly kind: SaleReservationRow['kind'] | null;
	readonly priceLamports: string | null;
	/** Later than this the chain takes none of the transactions that were built for it; null without a reservation. */
	readonly lastValidBlockHeight: number | null;
};

/** The items of a cluster's sales that are held, or minted in a slot that is not final, oldest sale first. */
export async function listWatchedItems(db: Database, cluster: string): Promise<WatchedItem[]> {
	return db
		.selectFrom('salePieces as item')
		.innerJoin('sales', 'sales.id', 'item.saleId')
		.leftJoin('saleReservations as reservation', 'reservation.id', 'item.reservationId')
		.select([
			'item.saleId',
			'item.tokenNumber',
			'item.mintAddress',
			'item.reservationId',
			'item.signature',
			'sales.walletAddress as creatorAddress',
			'sales.mintAddress as contractAddress',
			'reservation.walletAddress as holderAddress',
			'reservation.kind',
			'reservation.priceLamports',
			'reservation.lastValidBlockHeight',
		])
		.select(sql<'held' | 'minted'>`item.status`.as('status'))
		.where('sales.cluster', '=', cluster)
		.where('item.status', '!=', 'free')
		.where('item.isFinal', '=', false)
		.orderBy('sales.createdAt')
		.orderBy('item.saleId')
		.orderBy('item.position')
		.execute();
}

/** The outcome as the chain reports it. */
export interface ItemOutcome {
	/** Whose transaction it was; null where it is in no row of ours. */
	readonly reservationId: string | null;
	readonly ownerAddress: string;
	/** What the creator got, decimal; null for what the creator minted to the own wallet. */
	readonly paidLamports: string | null;
	/** Null where the node no longer says which it was. */
	readonly signature: string | null;
	readonly mintedAt: Date;
}

/**
 * Notes that a held item was minted; false when another worker was first, or it is held for somebody else by now, whose
 * reservation has to be told too.
 */
export async function confirmItem(
	trx: DatabaseTransaction,
	{ saleId, tokenNumber, reservationId }: Pick<WatchedItem, 'saleId' | 'tokenNumber' | 'reservationId'>,
	seen: ItemOutcome,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('salePieces')
		.set({ ...seen, status: 'minted' })
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.where('status', '=', 'held')
		.where('reservationId', '=', reservationId)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return false;
	await countMinted(trx, saleId, { by: 1, isBought: seen.paidLamports !== null });
	return true;
}

/** Takes back that an item was minted by that transaction: it is held again. False when it is final, or not so any more. */
export async function reopenItem(
	trx: DatabaseTransaction,
	{ saleId, tokenNumber, signature }: Pick<WatchedItem, 'saleId' | 'tokenNumber' | 'signature'>,
): Promise<boolean> {
	const minted = await trx
		.selectFrom('salePieces')
		.select('paidLamports')
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.where('status', '=', 'minted')
		.where('isFinal', '=', false)
		.where('signature', '=', signature)
		.forUpdate()
		.executeTakeFirst();
	if (minted === undefined) return false;
	await trx
		.updateTable('salePieces')
		.set({
			status: sql`case when reservation_id is null then 'free' else 'held' end`,
			ownerAddress: null,
			paidLamports: null,
			signature: null,
			mintedAt: null,
		})
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.execute();
	await countMinted(trx, saleId, { by: -1, isBought: minted.paidLamports !== null });
	return true;
}

/** Notes that the chain cannot take these back any more. */
export async function finalizeItems(
	trx: DatabaseTransaction,
	saleId: string,
	tokenNumbers: readonly number[],
): Promise<void> {
	const finished = await trx
		.updateTable('salePieces')
		.set({ isFinal: true })
		.where('saleId', '=', saleId)
		.where('tokenNumber', 'in', tokenNumbers)
		.where('status', '=', 'minted')
		.where('isFinal', '=', false)
		.returning('paidLamports')
		.execute();
	const lamports = finished.reduce((sum, { paidLamports }) => sum + BigInt(paidLamports ?? 0), 0n);
	if (lamports === 0n) return;
	await trx
		.updateTable('sales')
		.set((eb) => ({ soldLamports: eb('soldLamports', '+', String(lamports)) }))
		.where('id', '=', saleId)
		.execute();
}

/** Lets go of an item that a reservation holds. */
export async function releaseItem(
	trx: DatabaseTransaction,
	{ saleId, tokenNumber, reservationId }: Pick<WatchedItem, 'saleId' | 'tokenNumber' | 'reservationId'>,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('salePieces')
		.set({ status: 'free', reservationId: null })
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.where('status', '=', 'held')
		.where('reservationId', '=', reservationId)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Sales on a cluster of which every item is minted for good, with when the last one was. */
export async function listSoldOutSales(
	db: Database,
	cluster: string,
): Promise<{ readonly saleId: string; readonly endedAt: Date }[]> {
	return db
		.selectFrom('sales')
		.select('sales.id as saleId')
		.select(({ selectFrom }) =>
			selectFrom('salePieces')
				.select(sql<Date>`max(minted_at)`.as('endedAt'))
				.whereRef('salePieces.saleId', '=', 'sales.id')
				.where('salePieces.status', '=', 'minted')
				.as('endedAt'),
		)
		.$narrowType<{ endedAt: Date }>()
		.where('sales.cluster', '=', cluster)
		.where('sales.phase', 'in', listSaleStages('isRunning'))
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('salePieces')
						.select(sql.lit(1).as('one'))
						.whereRef('salePieces.saleId', '=', 'sales.id')
						.where('salePieces.isFinal', '=', false),
				),
			),
		)
		.where(({ exists, selectFrom }) =>
			exists(selectFrom('salePieces').select(sql.lit(1).as('one')).whereRef('salePieces.saleId', '=', 'sales.id')),
		)
		.execute();
}

async function countMinted(
	trx: DatabaseTransaction,
	saleId: string,
	{ by, isBought }: { readonly by: 1 | -1; readonly isBought: boolean },
): Promise<void> {
	const column = isBought ? 'boughtCount' : 'ownCount';
	await trx
		.updateTable('sales')
		.set((eb) => ({ [column]: eb(column, '+', by), version: eb('version', '+', 1) }))
		.where('id', '=', saleId)
		.execute();
}
