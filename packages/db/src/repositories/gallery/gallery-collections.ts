import type { SaleStage } from '@adx/validators/sale/sales';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { ListPage } from '../../schema/list-page.ts';
import type { MergeJobRow } from '../../schema/merge-tables.ts';

/** A finished merge as the gallery shows it. */
export type GalleryRow = Pick<
	MergeJobRow,
	| 'id'
	| 'ownerId'
	| 'projectName'
	| 'description'
	| 'totalImages'
	| 'coverTokenNumber'
	| 'collectionName'
	| 'collectionSymbol'
	| 'collectionDescription'
	| 'royaltyPercentage'
	| 'mintPrice'
	| 'themes'
	| 'showsCreator'
	| 'isMinting'
	| 'completedAt'
> & { readonly username: string | null } & CollectionSale;

/** What is sold of a collection; null, and no lamports, while no sale was started. */
export interface CollectionSale {
	readonly saleId: string | null;
	readonly salePhase: SaleStage | null;
	readonly cluster: string | null;
	/** Paid for items that the chain will not take back; decimal. */
	readonly soldLamports: string;
}

/** Whether the items of a merge's sale are covered until their reveal: then its owner alone may see the merge. */
const isCovered = sql<SqlBool>`coalesce(sales.is_delayed and sales.revealed_at is null, false)`;

const soldLamports = sql<string>`coalesce(sales.sold_lamports, 0)::text`;

/** The finished merges that their owners neither hide nor sell covered, the newest first; all unless a page is asked for. */
export async function listGalleryRows(db: Database, page?: Partial<ListPage>): Promise<GalleryRow[]> {
	return db
		.selectFrom('mergeJobs')
		.innerJoin('users', 'users.id', 'mergeJobs.ownerId')
		.leftJoin('sales', 'sales.mergeJobId', 'mergeJobs.id')
		.select(['sales.id as saleId', 'sales.phase as salePhase', 'sales.cluster', soldLamports.as('soldLamports')])
		.select([
			'mergeJobs.id',
			'mergeJobs.ownerId',
			'mergeJobs.projectName',
			'mergeJobs.description',
			'mergeJobs.totalImages',
			'mergeJobs.coverTokenNumber',
			'mergeJobs.collectionName',
			'mergeJobs.collectionSymbol',
			'mergeJobs.collectionDescription',
			'mergeJobs.royaltyPercentage',
			'mergeJobs.mintPrice',
			'mergeJobs.themes',
			'mergeJobs.showsCreator',
			'mergeJobs.isMinting',
			'mergeJobs.completedAt',
			'users.username',
		])
		.where('mergeJobs.status', '=', 'completed')
		.where('mergeJobs.hidden', '=', false)
		.where(sql<SqlBool>`not ${isCovered}`)
		.$if(page?.after !== undefined, (query) =>
			query.where(
				sql<boolean>`(merge_jobs.completed_at, merge_jobs.id) < (select completed_at, id from merge_jobs where id = ${page?.after})`,
			),
		)
		.$if(page?.limit !== undefined, (query) => query.limit(page?.limit ?? 0))
		.orderBy('mergeJobs.completedAt', 'desc')
		.orderBy('mergeJobs.id', 'desc')
		.execute();
}

/** A finished merge: anybody's that is shown, and the reader's own hidden or covered ones. */
export async function findCollectionRow(
	db: Database,
	id: string,
	readerId: string,
): Promise<(MergeJobRow & { readonly username: string | null } & CollectionSale) | undefined> {
	return db
		.selectFrom('mergeJobs')
		.innerJoin('users', 'users.id', 'mergeJobs.ownerId')
		.leftJoin('sales', 'sales.mergeJobId', 'mergeJobs.id')
		.selectAll('mergeJobs')
		.select(['sales.id as saleId', 'sales.phase as salePhase', 'sales.cluster', soldLamports.as('soldLamports')])
		.select('users.username')
		.where('mergeJobs.id', '=', id)
		.where('mergeJobs.status', '=', 'completed')
		.where((eb) =>
			eb.or([
				eb('mergeJobs.ownerId', '=', readerId),
				eb.and([eb('mergeJobs.hidden', '=', false), sql<SqlBool>`not ${isCovered}`]),
			]),
		)
		.executeTakeFirst();
}

/** Who may see a finished merge, and its sale; undefined for none. */
export async function findCollectionVisibility(
	db: Database,
	id: string,
): Promise<(Pick<MergeJobRow, 'ownerId' | 'hidden'> & { readonly saleId: string | null }) | undefined> {
	return db
		.selectFrom('mergeJobs')
		.leftJoin('sales', 'sales.mergeJobId', 'mergeJobs.id')
		.select(['mergeJobs.ownerId', 'sales.id as saleId'])
		.select(sql<boolean>`merge_jobs.hidden or ${isCovered}`.as('hidden'))
		.where('mergeJobs.id', '=', id)
		.where('mergeJobs.status', '=', 'completed')
		.executeTakeFirst();
}

/** What the gallery holds: collections, their images, and the people who made them. */
export async function countGalleryRows(
	db: Database,
): Promise<{ readonly collections: number; readonly images: number; readonly creators: number }> {
	return db
		.selectFrom('mergeJobs')
		.leftJoin('sales', 'sales.mergeJobId', 'mergeJobs.id')
		.select((eb) => [
			eb.fn.countAll<number>().as('collections'),
			sql<number>`coalesce(sum(total_images), 0)::bigint`.as('images'),
			eb.fn.count<number>('mergeJobs.ownerId').distinct().as('creators'),
		])
		.where('mergeJobs.status', '=', 'completed')
		.where('mergeJobs.hidden', '=', false)
		.where(sql<SqlBool>`not ${isCovered}`)
		.executeTakeFirstOrThrow();
}
