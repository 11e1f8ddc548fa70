import type { AttributeFinding, StoredAttributesRequest } from '@adx/validators/attributes';
import { type Insertable, sql, type UpdateObject } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { AttributeJobRow, AttributeJobsTable } from '../../schema/attribute-tables.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { OwnerScope, Schema } from '../../schema/database-schema.ts';
import type { ListPage } from '../../schema/list-page.ts';
import type { RowsToDelete } from '../uploads/blob-sweep.ts';

/** An attribute job as it is ordered. */
export interface NewAttributeJob
	extends Pick<
		Insertable<AttributeJobsTable>,
		| 'id'
		| 'ownerId'
		| 'projectName'
		| 'folderSha256'
		| 'status'
		| 'totalImages'
		| 'idempotencyKey'
		| 'requestHash'
		| 'createdAt'
	> {
	readonly options: StoredAttributesRequest;
}

/**
 * Stores the job and returns the one that holds its owner's key: the given one, or that of the first caller. Waits for
 * a transaction that is just taking the same key.
 */
export async function insertAttributeJob(
	db: Database,
	{ options, ...job }: NewAttributeJob,
): Promise<Pick<AttributeJobRow, 'id' | 'requestHash'>> {
	return db
		.insertInto('attributeJobs')
		.values({ ...job, options: toJsonb(options) })
		.onConflict((conflict) =>
			// An update that changes nothing, because "do nothing" would return no row.
			conflict.columns(['ownerId', 'idempotencyKey']).doUpdateSet((eb) => ({ status: eb.ref('attributeJobs.status') })),
		)
		.returning(['id', 'requestHash'])
		.executeTakeFirstOrThrow();
}

/** The job that its owner ordered with that key. */
export async function findAttributeJobByKey(
	db: Database,
	ownerId: string,
	idempotencyKey: string,
): Promise<Pick<AttributeJobRow, 'id' | 'requestHash'> | undefined> {
	return db
		.selectFrom('attributeJobs')
		.select(['id', 'requestHash'])
		.where('ownerId', '=', ownerId)
		.where('idempotencyKey', '=', idempotencyKey)
		.executeTakeFirst();
}

/** The owner's job; `'all'` is for the worker and the operator alone. */
export async function findAttributeJob(
	db: Database,
	ownerId: string,
	id: string,
): Promise<AttributeJobRow | undefined> {
	return db
		.selectFrom('attributeJobs')
		.selectAll()
		.where('id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.executeTakeFirst();
}

/** At most `limit`, newest first, beginning after the one with that id. */
export async function listAttributeJobs(
	db: Database,
	ownerId: string,
	{ after, limit }: Omit<ListPage, 'from'>,
): Promise<AttributeJobRow[]> {
	return db
		.selectFrom('attributeJobs')
		.selectAll()
		.where('ownerId', '=', ownerId)
		.$if(after !== undefined, (query) =>
			query.where(sql<boolean>`(created_at, id) < (select created_at, id from attribute_jobs where id = ${after})`),
		)
		.orderBy('createdAt', 'desc')
		.orderBy('id', 'desc')
		.limit(limit)
		.execute();
}

const openStatuses = ['pending', 'processing'] as const;

/** Ids of the jobs that have not ended, oldest first: those a worker must be woken for. */
export async function listUnfinishedAttributeJobs(db: Database): Promise<Pick<AttributeJobRow, 'id'>[]> {
	return db
		.selectFrom('attributeJobs')
		.select('id')
		.where('status', 'in', openStatuses)
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

/** The progress of the work on a job. */
export interface AttributeProgress {
	readonly status: (typeof openStatuses)[number];
	/** Percent. */
	readonly progress: number;
	readonly processedImages: number;
	/** Why it waits; null while it does not. */
	readonly errorMessage: string | null;
}

/** False when the job has ended already, by whomever. */
async function updateOpen(db: Database, id: string, change: UpdateObject<Schema, 'attributeJobs'>): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('attributeJobs')
		.set((eb) => ({ ...change, version: eb('version', '+', 1) }))
		.where('id', '=', id)
		.where('status', 'in', openStatuses)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** Tells readers how far a job is; false when it has ended already. */
export const updateAttributeProgress = (db: Database, id: string, progress: AttributeProgress): Promise<boolean> =>
	updateOpen(db, id, progress);

/** Counts a try that ended with an error and returns how many there were; no reader sees it, so the version stays. */
export async function countAttributeFailure(db: Database, id: string): Promise<number> {
	const row = await db
		.updateTable('attributeJobs')
		.set((eb) => ({ failures: eb('failures', '+', 1) }))
		.where('id', '=', id)
		.returning('failures')
		.executeTakeFirst();
	return row?.failures ?? 0;
}

/** What a finished job consists of. */
export interface AttributeResult {
	readonly indexSha256: string;
	readonly packSha256: string;
	readonly archiveBytes: number;
	readonly archiveEtag: string;
	readonly findingCount: number;
	readonly findings: readonly AttributeFinding[];
	readonly completedAt: Date;
}

/** Finishes a job; false when it has ended already, by whomever. */
export const completeAttributeJob = (
	db: Database,
	id: string,
	{ findings, ...columns }: AttributeResult,
): Promise<boolean> =>
	updateOpen(db, id, {
		...columns,
		findings: toJsonb([...findings]),
		status: 'completed',
		progress: 100,
		processedImages: sql.ref('totalImages'),
		errorMessage: null,
		folderSha256: null,
	});

/** Ends a job with a sentence; false when it has ended already. */
export const failAttributeJob = (
	db: Database,
	id: string,
	end: { readonly errorMessage: string; readonly completedAt: Date },
): Promise<boolean> => updateOpen(db, id, { ...end, status: 'failed', folderSha256: null });

/** The blobs that a job refers to. */
export const listAttributeFiles = ({ folderSha256, indexSha256, packSha256 }: AttributeJobRow): string[] =>
	[folderSha256, indexSha256, packSha256].flatMap((sha256) => sha256 ?? []);

/** Deletes a job that has ended, and returns it; undefined where it has not, or is not the owner's. */
export async function deleteAttributeJob(
	db: Database,
	ownerId: OwnerScope,
	id: string,
): Promise<AttributeJobRow | undefined> {
	return db
		.deleteFrom('attributeJobs')
		.where('id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.where('status', 'not in', openStatuses)
		.returningAll()
		.executeTakeFirst();
}

/** Which row refers to nothing any more once the job is deleted. */
export const toAttributeRows = (id: string): RowsToDelete => ({ attributeJobs: sql`attribute_jobs.id = ${id}` });

/** Deletes jobs that ended before a time, however they ended, and returns how many; their blobs are left to the sweep. */
export async function deleteEndedAttributeJobs(db: Database, endedBefore: Date): Promise<number> {
	const { numDeletedRows } = await db
		.deleteFrom('attributeJobs')
		.where('status', 'not in', openStatuses)
		.where('completedAt', '<', endedBefore)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
