import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../client.ts';
import type { MergedImageRow, MergeJobRow } from '../merge-schema.ts';
import type { SalePieceRow, SalePiecesTable, SaleReservationRow, SalesTable } from '../sale-schema.ts';

const slicePieces = 1_000;

/** Stores the pieces of a sale, all of them free; those that are there already stay as they are. */
export async function insertSalePieces(
	db: Database,
	saleId: string,
	pieces: readonly Pick<Insertable<SalePiecesTable>, 'tokenNumber' | 'position' | 'mintAddress'>[],
): Promise<void> {
	for (let from = 0; from < pieces.length; from += slicePieces) {
		await db
			.insertInto('salePieces')
			.values(pieces.slice(from, from + slicePieces).map((piece) => ({ saleId, ...piece })))
			.onConflict((conflict) => conflict.columns(['saleId', 'tokenNumber']).doNothing())
			.execute();
	}
}

/**
 * Holds up to `count` free pieces of a sale for a reservation, the next ones in the order in which they are sold, and
 * returns how many those are. Simultaneous calls never get the same piece, nor do they wait for each other.
 */
export async function holdFreePieces(
	trx: DatabaseTransaction,
	{ saleId, id }: Pick<SaleReservationRow, 'saleId' | 'id'>,
	count: number,
): Promise<number> {
	const taken = await trx
		.with(
			(cte) => cte('next').materialized(),
			(cte) =>
				cte
					.selectFrom('salePieces')
					.select('tokenNumber')
					.where('saleId', '=', saleId)
					.where('status', '=', 'free')
					.orderBy('position')
					.limit(count)
					.forUpdate()
					.skipLocked(),
		)
		.updateTable('salePieces as piece')
		.from('next')
		.set({ status: 'held', reservationId: id })
		.where('piece.saleId', '=', saleId)
		.whereRef('piece.tokenNumber', '=', 'next.tokenNumber')
		.executeTakeFirstOrThrow();
	return Number(taken.numUpdatedRows);
}

/** A piece as a transaction for it is built. */
export type HeldPiece = Pick<SalePieceRow, 'tokenNumber' | 'mintAddress'> & Pick<MergedImageRow, 'name'>;

/** What a reservation holds, in the order in which it is sold. */
export async function listHeldPieces(db: Database, reservationId: string): Promise<HeldPiece[]> {
	return withImages(db)
		.select(['salePieces.tokenNumber', 'salePieces.mintAddress', 'mergedImages.name'])
		.where('salePieces.reservationId', '=', reservationId)
		.where('salePieces.status', '=', 'held')
		.orderBy('salePieces.position')
		.execute();
}

/** Whether a piece of a sale is free. */
export async function hasFreePiece(db: Database, saleId: string): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('saleId', '=', saleId)
		.where('status', '=', 'free')
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Whether that is the address of a piece, of any sale. */
export async function isPieceAddress(db: Database, address: string): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('mintAddress', '=', address)
		.executeTakeFirst();
	return row !== undefined;
}

/** How many pieces of a sale are where; each is counted once. */
export interface PieceCounts {
	/** Minted for somebody who bought it. */
	readonly boughtCount: number;
	/** Minted for the creator. */
	readonly ownCount: number;
	readonly heldCount: number;
	readonly freeCount: number;
}

/** Counts the pieces of a sale. */
export async function countPieces(db: Database, saleId: string): Promise<PieceCounts> {
	return db
		.selectFrom('salePieces')
		.select(({ fn }) => [
			fn
				.countAll<number>()
				.filterWhere('status', '=', 'minted')
				.filterWhere('paidLamports', 'is not', null)
				.as('boughtCount'),
			fn.countAll<number>().filterWhere('status', '=', 'minted').filterWhere('paidLamports', 'is', null).as('ownCount'),
			fn.countAll<number>().filterWhere('status', '=', 'held').as('heldCount'),
			fn.countAll<number>().filterWhere('status', '=', 'free').as('freeCount'),
		])
		.where('saleId', '=', saleId)
		.executeTakeFirstOrThrow();
}

/** How many pieces a reservation holds, and how many were minted for it. */
export async function countReservationPieces(
	db: Database,
	reservationId: string,
): Promise<Pick<PieceCounts, 'heldCount'> & { readonly mintedCount: number }> {
	return db
		.selectFrom('salePieces')
		.select(({ fn }) => [
			fn.countAll<number>().filterWhere('status', '=', 'held').as('heldCount'),
			fn.countAll<number>().filterWhere('status', '=', 'minted').as('mintedCount'),
		])
		.where('reservationId', '=', reservationId)
		.executeTakeFirstOrThrow();
}

/** A piece that is minted, as it is shown. */
export type ShownPiece = Pick<SalePieceRow, 'tokenNumber' | 'mintAddress'> &
	Pick<MergedImageRow, 'name' | 'attributes' | 'rarityRank' | 'rarityTier'>;

function withImages(db: Database) {
	return db
		.selectFrom('salePieces')
		.innerJoin('sales', 'sales.id', 'salePieces.saleId')
		.innerJoin('mergedImages', (join) =>
			join
				.onRef('mergedImages.mergeJobId', '=', 'sales.mergeJobId')
				.onRef('mergedImages.tokenNumber', '=', 'salePieces.tokenNumber'),
		);
}

function shownPieces(db: Database) {
	return withImages(db)
		.select([
			'salePieces.tokenNumber',
			'salePieces.mintAddress',
			'mergedImages.name',
			'mergedImages.attributes',
			'mergedImages.rarityRank',
			'mergedImages.rarityTier',
		])
		.where('salePieces.status', '=', 'minted');
}

/** What a sale shows of its merge, whether the gallery shows that or not. */
export async function findSaleCover(
	db: Database,
	saleId: string,
): Promise<
	(Pick<MergeJobRow, 'coverTokenNumber' | 'showsCreator'> & { readonly username: string | null }) | undefined
> {
	return db
		.selectFrom('sales')
		.innerJoin('mergeJobs', 'mergeJobs.id', 'sales.mergeJobId')
		.innerJoin('users', 'users.id', 'sales.ownerId')
		.select(['mergeJobs.coverTokenNumber', 'mergeJobs.showsCreator', 'users.username'])
		.where('sales.id', '=', saleId)
		.executeTakeFirst();
}

/** The pieces of a sale that were minted last, the newest first. */
export async function listLatestPieces(db: Database, saleId: string, limit: number): Promise<ShownPiece[]> {
	return shownPieces(db)
		.where('salePieces.saleId', '=', saleId)
		.orderBy('salePieces.mintedAt', 'desc')
		.orderBy('salePieces.tokenNumber')
		.limit(limit)
		.execute();
}

/** What was minted for a reservation, in the order in which it was taken. */
export async function listMintedPieces(db: Database, reservationId: string): Promise<ShownPiece[]> {
	return shownPieces(db).where('salePieces.reservationId', '=', reservationId).orderBy('salePieces.position').execute();
}

/** Whether that piece is minted; false for one that does not exist. */
export async function isPieceMinted(db: Database, saleId: string, tokenNumber: number): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.where('status', '=', 'minted')
		.executeTakeFirst();
	return row !== undefined;
}

/** A piece about which the chain has not said its last word. */
export type WatchedPiece = Pick<
	SalePieceRow,
	'saleId' | 'tokenNumber' | 'mintAddress' | 'reservationId' | 'signature'
> & {
	readonly status: 'held' | 'minted';
	/** The wallet that is paid. */
	readonly creatorAddress: SalesTable['walletAddress'];
	/** Who it is held for, how, and at what price; null without a reservation. */
	readonly holderAddress: string | null;
	readonly kind: SaleReservationRow['kind'] | null;
	readonly priceLamports: string | null;
	/** Later than this the chain takes none of the transactions that were built for it; null without a reservation. */
	readonly lastValidBlockHeight: number | null;
};

/** The pieces of a cluster's sales that are held, or minted in a slot that is not final, oldest sale first. */
export async function listWatchedPieces(db: Database, cluster: string): Promise<WatchedPiece[]> {
	return db
		.selectFrom('salePieces as piece')
		.innerJoin('sales', 'sales.id', 'piece.saleId')
		.leftJoin('saleReservations as reservation', 'reservation.id', 'piece.reservationId')
		.select([
			'piece.saleId',
			'piece.tokenNumber',
			'piece.mintAddress',
			'piece.reservationId',
			'piece.signature',
			'sales.walletAddress as creatorAddress',
			'reservation.walletAddress as holderAddress',
			'reservation.kind',
			'reservation.priceLamports',
			'reservation.lastValidBlockHeight',
		])
		.select(sql<'held' | 'minted'>`piece.status`.as('status'))
		.where('sales.cluster', '=', cluster)
		.where('piece.status', '!=', 'free')
		.where('piece.isFinal', '=', false)
		.orderBy('sales.createdAt')
		.orderBy('piece.saleId')
		.orderBy('piece.position')
		.execute();
}

/** As the chain tells it. */
export interface SeenPiece {
	/** Whose transaction it was; null where it is in no row of ours. */
	readonly reservationId: string | null;
	readonly ownerAddress: string;
	/** What the creator got, decimal; null for what the creator minted to the own wallet. */
	readonly paidLamports: string | null;
	/** Null where the node no longer tells which it was. */
	readonly signature: string | null;
	readonly mintedAt: Date;
}

/** Notes that a held piece was minted; false when another worker was first. */
export async function confirmPiece(
	trx: DatabaseTransaction,
	{ saleId, tokenNumber }: Pick<WatchedPiece, 'saleId' | 'tokenNumber'>,
	seen: SeenPiece,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable('salePieces')
		.set({ ...seen, status: 'minted' })
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.where('status', '=', 'held')
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return false;
	await countSaleChange(trx, saleId);
	return true;
}

/** Takes back that a piece was minted by that transaction: it is held again. False when it is final, or not so any more. */
export async function reopenPiece(
	trx: DatabaseTransaction,
	{ saleId, tokenNumber, signature }: Pick<WatchedPiece, 'saleId' | 'tokenNumber' | 'signature'>,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
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
		.where('status', '=', 'minted')
		.where('isFinal', '=', false)
		.where('signature', '=', signature)
		.executeTakeFirstOrThrow();
	if (numUpdatedRows === 0n) return false;
	await countSaleChange(trx, saleId);
	return true;
}

/** Notes that the chain cannot take these back any more. */
export async function finishPieces(db: Database, saleId: string, tokenNumbers: readonly number[]): Promise<void> {
	await db
		.updateTable('salePieces')
		.set({ isFinal: true })
		.where('saleId', '=', saleId)
		.where('tokenNumber', 'in', tokenNumbers)
		.where('status', '=', 'minted')
		.where('isFinal', '=', false)
		.execute();
}

/** Lets go of a piece that a reservation holds. */
export async function releasePiece(
	trx: DatabaseTransaction,
	{ saleId, tokenNumber, reservationId }: Pick<WatchedPiece, 'saleId' | 'tokenNumber' | 'reservationId'>,
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

/** Sales on a cluster of which every piece is minted for good, with when the last one was. */
export async function listFilledSales(
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
				.as('endedAt'),
		)
		.$narrowType<{ endedAt: Date }>()
		.where('sales.cluster', '=', cluster)
		.where('sales.phase', 'in', ['unpublished', 'selling'])
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

async function countSaleChange(trx: DatabaseTransaction, saleId: string): Promise<void> {
	await trx
		.updateTable('sales')
		.set((eb) => ({ version: eb('version', '+', 1) }))
		.where('id', '=', saleId)
		.execute();
}
