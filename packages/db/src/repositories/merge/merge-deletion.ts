import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import type { MergeJobRow } from '../../schema/merge-tables.ts';
import type { LeavingRows } from '../uploads/blob-sweep.ts';

/**
 * The merge, locked until the transaction ends: a sale, a download or an export that starts meanwhile waits, and finds it
 * gone or as it was. Call it after `lockSaleOfMerge`, since whoever changes a sale locks the merge after it.
 */
export async function lockMergeJob(
	trx: DatabaseTransaction,
	ownerId: OwnerScope,
	id: string,
): Promise<MergeJobRow | undefined> {
	return trx
		.selectFrom('mergeJobs')
		.selectAll()
		.where('id', '=', id)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.forUpdate()
		.executeTakeFirst();
}

/** Deletes the merge with its collections, its tokens, and a sale of it. */
export async function deleteMergeJob(db: Database, id: string): Promise<void> {
	await db.deleteFrom('mergeJobs').where('id', '=', id).execute();
}

/** Every blob that the merge keeps, each once. */
export async function listMergeHashes(db: Database, id: string): Promise<string[]> {
	const { rows } = await sql<{ readonly sha256: string }>`
		select blob_sha256 as sha256 from merged_images where merge_job_id = ${id}
		union
		select manifest_sha256 from merge_inputs where merge_job_id = ${id}
		union
		select unnest(array[index_sha256, pack_sha256, cover_sha256]) from merge_jobs where id = ${id}`.execute(db);
	return rows.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== null);
}

/** Which rows refer to nothing any more once the merge is deleted; what its owner uploaded is none of them. */
export const rowsOfMerge = (id: string): LeavingRows => ({
	mergeJobs: sql`merge_jobs.id = ${id}`,
	mergeInputs: sql`merge_inputs.merge_job_id = ${id}`,
	mergedImages: sql`merged_images.merge_job_id = ${id}`,
});

/** Whether a merge of the owner is under way, whose lists may name anything that was uploaded. */
export async function hasMergeUnderWay(db: Database, ownerId: string): Promise<boolean> {
	const row = await db
		.selectFrom('mergeJobs')
		.select('id')
		.where('ownerId', '=', ownerId)
		.where('status', '=', 'processing')
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
