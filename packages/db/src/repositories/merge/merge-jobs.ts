import type { MergePhase } from '@adx/validators/merge';
import { type Insertable, type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Database } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { OwnerScope, Schema } from '../../schema/database-schema.ts';
import type { ListPage } from '../../schema/list-page.ts';
import type { MergeJobRow, MergeJobsTable, StoredMergeOptions, StoredTraitFacet } from '../../schema/merge-tables.ts';

/** What lists of merges are made of: all columns but those that only a collection's page or the work itself needs. */
const listedColumns = [
	'id',
	'ownerId',
	'projectName',
	'description',
	'phase',
	'status',
	'progress',
	'totalImages',
	'leftOut',
	'errorMessage',
	'archiveBytes',
	'provenance',
	'coverTokenNumber',
	'collectionName',
	'collectionSymbol',
	'collectionDescription',
	'royaltyPercentage',
	'mintPrice',
	'themes',
	'hidden',
	'showsCreator',
	'isMinting',
	'isMinted',
	'contractAddress',
	'mintedAt',
	'version',
	'createdAt',
	'startedAt',
	'completedAt',
] as const satisfies readonly (keyof MergeJobsTable)[];

/** A merge without its facets, options and blobs. */
export type ListedMergeJob = Pick<Selectable<MergeJobsTable>, (typeof listedColumns)[number]>;

/** A merge as it is ordered; it starts queued. */
export interface NewMergeJob
	extends Pick<
		Insertable<MergeJobsTable>,
		| 'id'
		| 'ownerId'
		| 'projectName'
		| 'description'
		| 'collectionSymbol'
		| 'royaltyPercentage'
		| 'hidden'
		| 'idempotencyKey'
		| 'requestHash'
		| 'createdAt'
	> {
	readonly options: StoredMergeOptions;
	readonly totalImages: number;
	/** What was left out before. */
	readonly leftOut?: Readonly<Record<string, number>>;
}

/**
 * Stores the merge and returns the one that holds its owner's key: the given one, or that of the first caller. Waits
 * for a transaction that is just taking the same key.
 */
export async function insertMergeJob(
	db: Database,
	{ options, leftOut = {}, ...job }: NewMergeJob,
): Promise<Pick<MergeJobRow, 'id' | 'requestHash'>> {
	return db
		.insertInto('mergeJobs')
		.values({ ...job, options: toJsonb(options), leftOut: toJsonb({ ...leftOut }) })
		.onConflict((conflict) =>
			// An update that changes nothing, because "do nothing" would return no row.
			conflict.columns(['ownerId', 'idempotencyKey']).doUpdateSet((eb) => ({ phase: eb.ref('mergeJobs.phase') })),
		)
		.returning(['id', 'requestHash'])
		.executeTakeFirstOrThrow();
}

/** The merge that its owner ordered with that key. */
export async function findMergeJobByKey(
	db: Database,
	ownerId: string,
	idempotencyKey: string,
): Promise<Pick<MergeJobRow, 'id' | 'requestHash'> | undefined> {
	return db
		.selectFrom('mergeJobs')
		.select(['id', 'requestHash'])
		.where('ownerId', '=', ownerId)
		.where('idempotencyKey', '=', idempotencyKey)
		.executeTakeFirst();
}

export async function findMergeJob(db: Database, ownerId: OwnerScope, id: string): Promise<MergeJobRow | undefined> {
	return db
		.selectFrom('mergeJobs')
		.selectAll()
		.where('id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.executeTakeFirst();
}

/** Newest first; all unless a page is asked for. */
export async function listMergeJobs(db: Database, ownerId: OwnerScope, page?: ListPage): Promise<ListedMergeJob[]> {
	return db
		.selectFrom('mergeJobs')
		.select(listedColumns)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.orderBy('createdAt', 'desc')
		.orderBy('id', 'desc')
		.$if(page?.after !== undefined, (query) =>
			query.where(sql<boolean>`(created_at, id) < (select created_at, id from merge_jobs where id = ${page?.after})`),
		)
		.$if(page !== undefined, (query) => query.offset(page?.from ?? 0).limit(page?.limit ?? 0))
		.execute();
}

/** Ids of the merges that are not finished, oldest first: those a worker must be woken for. */
export async function listUnfinishedMerges(db: Database): Promise<Pick<MergeJobRow, 'id'>[]> {
	return db
		.selectFrom('mergeJobs')
		.select('id')
		.where('status', '=', 'processing')
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/** The progress of the work on a merge. */
export interface MergeProgress {
	readonly phase: Exclude<MergePhase, 'done' | 'failed'>;
	/** Percent. */
	readonly progress: number;
	/** Why it waits; null while it does not. */
	readonly errorMessage: string | null;
	/** Set by the first worker alone. */
	readonly startedAt: Date;
}

/** False when the merge is finished already, by whomever. */
async function updateUnfinished(db: Database, id: string, change: UpdateObject<Schema, 'mergeJobs'>): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('mergeJobs')
		.set((eb) => ({ ...change, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('status', '=', 'processing')
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Tells readers how far a merge is; false when it is finished already. */
export const updateMergeProgress = (
	db: Database,
	id: string,
	{ startedAt, ...progress }: MergeProgress,
): Promise<boolean> =>
	updateUnfinished(db, id, {
		...progress,
		startedAt: sql<Date>`coalesce(${sql.ref('startedAt')}, ${startedAt}::timestamptz)`,
	});

/** Counts a try that ended with an error and returns how many there were; no reader sees it, so the version stays. */
export async function countMergeFailure(db: Database, id: string): Promise<number> {
	const row = await db
		.updateTable('mergeJobs')
		.set((eb) => ({ failures: eb('failures', '+', 1) }))
		.where('id', '=', id)
		.returning('failures')
		.executeTakeFirst();
	return row?.failures ?? 0;
}

/** What a finished merge consists of besides its tokens. */
export interface StoredMergeResult {
	readonly totalImages: number;
	readonly leftOut: Readonly<Record<string, number>>;
	readonly indexSha256: string;
	readonly packSha256: string;
	readonly archiveBytes: number;
	readonly archiveEtag: string;
	readonly provenance: string;
	/** JSON of a `StoredTraitFacet[]`. */
	readonly facets: string;
	readonly coverSha256: string | null;
	readonly coverTokenNumber: number | null;
	readonly completedAt: Date;
}

/** Finishes a merge; false when it is finished already, by whomever. */
export const completeMerge = (
	db: Database,
	id: string,
	{ leftOut, facets, ...columns }: StoredMergeResult,
): Promise<boolean> =>
	updateUnfinished(db, id, {
		...columns,
		leftOut: toJsonb({ ...leftOut }),
		facets: sql<StoredTraitFacet[]>`${facets}::text::jsonb` as RawBuilder<StoredTraitFacet[]>,
		status: 'completed',
		phase: 'done',
		progress: 100,
		errorMessage: null,
	});

/** Ends a merge with a sentence; false when it is finished already. */
export const failMerge = (
	db: Database,
	id: string,
	end: { readonly errorMessage: string; readonly completedAt: Date },
): Promise<boolean> => updateUnfinished(db, id, { ...end, status: 'failed', phase: 'failed' });

export type MergeListing = Partial<
	Pick<
		MergeJobRow,
		| 'collectionName'
		| 'collectionSymbol'
		| 'collectionDescription'
		| 'royaltyPercentage'
		| 'mintPrice'
		| 'themes'
		| 'hidden'
		| 'showsCreator'
	>
>;

/** Changes how an owner's merge is listed, whatever its status; the archive is not touched. */
export async function updateMergeListing(
	db: Database,
	ownerId: string,
	id: string,
	{ themes, ...listing }: MergeListing,
): Promise<MergeJobRow | undefined> {
	return db
		.updateTable('mergeJobs')
		.set((eb) => ({
			...listing,
			...(themes === undefined ? {} : { themes: toJsonb(themes) }),
			version: eb('version', '+', 1),
		}))
		.where('id', '=', id)
		.where('ownerId', '=', ownerId)
		.returningAll()
		.executeTakeFirst();
}
