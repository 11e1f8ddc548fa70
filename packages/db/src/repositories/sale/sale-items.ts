import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { ListPage } from '../../schema/list-page.ts';
import type { MergedImageRow, MergeJobRow } from '../../schema/merge-tables.ts';
import type { SaleItemRow, SaleItemsTable, SaleReservationRow } from '../../schema/sale-tables.ts';

const itemsPerInsert = 1_000;

/** Stores the items of a sale, all of them free; those that are there already stay as they are. */
export async function insertSaleItems(
	db: Database,
	saleId: string,
	items: readonly Pick<Insertable<SaleItemsTable>, 'tokenNumber' | 'position' | 'mintAddress'>[],
): Promise<void> {
	for (let from = 0; from < items.length; from += itemsPerInsert) {
		await db
			.insertInto('salePieces')
			.values(items.slice(from, from + itemsPerInsert).map((item) => ({ saleId, ...item })))
			.onConflict((conflict) => conflict.columns(['saleId', 'tokenNumber']).doNothing())
			.execute();
	}
}

/**
 * Holds up to `count` free items of a sale for a reservation, the next ones in the order in which they are sold, and
 * returns how many those are. Simultaneous calls never get the same item, nor do they wait for each other.
 */
export async function holdFreeItems(
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
		.updateTable('salePieces as item')
		.from('next')
		.set({ status: 'held', reservationId: id })
		.where('item.saleId', '=', saleId)
		.whereRef('item.tokenNumber', '=', 'next.tokenNumber')
		.executeTakeFirstOrThrow();
	return Number(taken.numUpdatedRows);
}

/** All items of a sale with their addresses, by number, and whether they are known to be minted. */
export async function listItemAddresses(
	db: Database,
	saleId: string,
): Promise<(Pick<SaleItemRow, 'tokenNumber' | 'mintAddress'> & { readonly isMinted: boolean })[]> {
	return db
		.selectFrom('salePieces')
		.select(['tokenNumber', 'mintAddress', sql<boolean>`status = 'minted'`.as('isMinted')])
		.where('saleId', '=', saleId)
		.orderBy('tokenNumber')
		.execute();
}

/** Notes which tokens of the merge items show, from a number on; a row that does so already is not written. */
export async function setShownImages(
	db: Database,
	saleId: string,
	{ first, images }: { readonly first: number; readonly images: readonly number[] },
): Promise<void> {
	await sql`
		update sale_pieces set image_number = shown.image_number::integer
		from jsonb_array_elements_text(${toJsonb(images)}) with ordinality as shown (image_number, place)
		where sale_id = ${saleId} and token_number = ${first}::integer + shown.place - 1
			and sale_pieces.image_number is distinct from shown.image_number::integer`.execute(db);
}

/** Which token of the merge an item shows, and whether it is minted; undefined for one that does not exist. */
export async function findShownItem(
	db: Database,
	saleId: string,
	tokenNumber: number,
): Promise<{ readonly imageNumber: number; readonly isMinted: boolean } | undefined> {
	return db
		.selectFrom('salePieces')
		.select([shownNumber('sale_pieces').as('imageNumber'), sql<boolean>`status = 'minted'`.as('isMinted')])
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.executeTakeFirst();
}

/** An item as a transaction for it is built. */
export type HeldItem = Pick<SaleItemRow, 'tokenNumber' | 'mintAddress'> & NamedImage;

/** The name of what an item shows, with its number in the merge. */
export type NamedImage = Pick<MergedImageRow, 'name'> & { readonly imageNumber: number };

/** What a reservation holds, in the order in which it is sold. */
export async function listHeldItems(db: Database, reservationId: string): Promise<HeldItem[]> {
	return withImages(db)
		.select(['salePieces.tokenNumber', 'salePieces.mintAddress'])
		.select(['mergedImages.name', 'mergedImages.tokenNumber as imageNumber'])
		.where('salePieces.reservationId', '=', reservationId)
		.where('salePieces.status', '=', 'held')
		.orderBy('salePieces.position')
		.execute();
}

/** How many items of a sale are stored: fewer than its supply while it is being prepared. */
export async function countStoredItems(db: Database, saleId: string): Promise<number> {
	const { count } = await db
		.selectFrom('salePieces')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('saleId', '=', saleId)
		.executeTakeFirstOrThrow();
	return count;
}

/** Whether an item of a sale is free. */
export async function hasFreeItem(db: Database, saleId: string): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('saleId', '=', saleId)
		.where('status', '=', 'free')
		// In an order that has an index: most items may be sold.
		.orderBy('position')
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Whether that is the address of an item, of any sale. */
export async function isItemAddress(db: Database, address: string): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('mintAddress', '=', address)
		.executeTakeFirst();
	return row !== undefined;
}

/** How many items of a sale are where; each is counted once. */
export interface ItemCounts {
	/** Minted for somebody who bought it. */
	readonly boughtCount: number;
	/** Minted for the creator. */
	readonly ownCount: number;
	readonly heldCount: number;
	readonly freeCount: number;
}

/** Counts the items of a sale of which all are stored. */
export async function countItems(db: Database, saleId: string): Promise<ItemCounts> {
	const { supply, ...counts } = await db
		.selectFrom('sales')
		.select(['supply', 'boughtCount', 'ownCount'])
		.select(({ selectFrom }) =>
			selectFrom('salePieces')
				.select((eb) => eb.fn.countAll<number>().as('count'))
				.whereRef('salePieces.saleId', '=', 'sales.id')
				.where('status', '=', 'held')
				// As the index of what is watched has it, which holds few.
				.where('isFinal', '=', false)
				.as('heldCount'),
		)
		.$narrowType<{ heldCount: number }>()
		.where('id', '=', saleId)
		.executeTakeFirstOrThrow();
	return { ...counts, freeCount: supply - counts.boughtCount - counts.ownCount - counts.heldCount };
}

/** How many items a reservation holds, and how many were minted for it. */
export async function countReservationItems(
	db: Database,
	reservationId: string,
): Promise<Pick<ItemCounts, 'heldCount'> & { readonly mintedCount: number }> {
	return db
		.selectFrom('salePieces')
		.select(({ fn }) => [
			fn.countAll<number>().filterWhere('status', '=', 'held').as('heldCount'),
			fn.countAll<number>().filterWhere('status', '=', 'minted').as('mintedCount'),
		])
		.where('reservationId', '=', reservationId)
		.executeTakeFirstOrThrow();
}

/** An item that is minted, as it is shown. */
export type DisplayedItem = Pick<SaleItemRow, 'tokenNumber' | 'mintAddress'> &
	Pick<MergedImageRow, 'attributes' | 'rarityRank' | 'rarityTier'> &
	NamedImage;

function withImages(db: Database) {
	return db
		.selectFrom('salePieces')
		.innerJoin('sales', 'sales.id', 'salePieces.saleId')
		.innerJoin('mergedImages', (join) =>
			join
				.onRef('mergedImages.mergeJobId', '=', 'sales.mergeJobId')
				.on('mergedImages.tokenNumber', '=', shownNumber('sale_pieces')),
		);
}

/** Which token of the merge an item shows. */
export const shownNumber = (items: string) =>
	sql<number>`coalesce(${sql.ref(`${items}.image_number`)}, ${sql.ref(`${items}.token_number`)})`;

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

/** The items of a sale that were minted last, the newest first. */
export async function listLatestItems(
	db: Database,
	saleId: string,
	limit: number,
): Promise<Pick<DisplayedItem, 'tokenNumber' | 'name' | 'imageNumber'>[]> {
	return (
		db
			// Only then their names: the few that are shown are looked up, whatever the planner knows about the tables.
			.selectFrom((eb) =>
				eb
					.selectFrom('salePieces')
					.select(['saleId', 'tokenNumber', 'imageNumber', 'mintedAt'])
					.where('saleId', '=', saleId)
					.where('status', '=', 'minted')
					.orderBy('mintedAt', 'desc')
					.orderBy('tokenNumber', 'desc')
					.limit(limit)
					.as('newest'),
			)
			.innerJoin('sales', 'sales.id', 'newest.saleId')
			.innerJoin('mergedImages', (join) =>
				join
					.onRef('mergedImages.mergeJobId', '=', 'sales.mergeJobId')
					.on('mergedImages.tokenNumber', '=', shownNumber('newest')),
			)
			.select(['newest.tokenNumber', 'mergedImages.name', 'mergedImages.tokenNumber as imageNumber'])
			.orderBy('newest.mintedAt', 'desc')
			.orderBy('newest.tokenNumber', 'desc')
			.execute()
	);
}

/** A minted item as the creator of its sale sees it. */
export type MintedItemDetails = Pick<
	SaleItemRow,
	'tokenNumber' | 'mintAddress' | 'ownerAddress' | 'paidLamports' | 'signature' | 'mintedAt'
> &
	NamedImage;

/** The minted items of a sale, the newest first; all, or `limit` of them after that of the address `after`. */
export async function listItemsOfSale(
	db: Database,
	saleId: string,
	{ after, limit }: Partial<ListPage> = {},
): Promise<MintedItemDetails[]> {
	return withImages(db)
		.select([
			'salePieces.tokenNumber',
			'salePieces.mintAddress',
			'salePieces.ownerAddress',
			'salePieces.paidLamports',
			'salePieces.signature',
			'salePieces.mintedAt',
			'mergedImages.name',
			'mergedImages.tokenNumber as imageNumber',
		])
		.where('salePieces.saleId', '=', saleId)
		.where('salePieces.status', '=', 'minted')
		.$if(after !== undefined, (query) =>
			query.where(
				sql<boolean>`(sale_pieces.minted_at, sale_pieces.token_number) < (
					select minted_at, token_number from sale_pieces where sale_id = ${saleId} and mint_address = ${after}
				)`,
			),
		)
		.$if(limit !== undefined, (query) => query.limit(limit ?? 0))
		.orderBy('salePieces.mintedAt', 'desc')
		.orderBy('salePieces.tokenNumber', 'desc')
		.execute();
}

/** Whether a minted item of a sale has that address. */
export async function hasMintedItem(db: Database, saleId: string, mintAddress: string): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('saleId', '=', saleId)
		.where('mintAddress', '=', mintAddress)
		.where('status', '=', 'minted')
		.executeTakeFirst();
	return row !== undefined;
}

/** What was minted for a reservation, in the order in which it was taken. */
export async function listItemsOfReservation(db: Database, reservationId: string): Promise<DisplayedItem[]> {
	return (
		withImages(db)
			.select([
				'salePieces.tokenNumber',
				'salePieces.mintAddress',
				'mergedImages.name',
				'mergedImages.tokenNumber as imageNumber',
				'mergedImages.attributes',
				'mergedImages.rarityRank',
				'mergedImages.rarityTier',
			])
			.where('salePieces.reservationId', '=', reservationId)
			// Not by its status, which would have the planner read the index of all minted items.
			.where('salePieces.mintedAt', 'is not', null)
			.orderBy('salePieces.position')
			.execute()
	);
}

/** Whether that item is minted; false for one that does not exist. */
export async function isItemMinted(db: Database, saleId: string, tokenNumber: number): Promise<boolean> {
	const row = await db
		.selectFrom('salePieces')
		.select('tokenNumber')
		.where('saleId', '=', saleId)
		.where('tokenNumber', '=', tokenNumber)
		.where('status', '=', 'minted')
		.executeTakeFirst();
	return row !== undefined;
}
