import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import type { MergeJobRow } from '../../schema/merge-tables.ts';
import { type FileSlice, insertDeletion, type NewDeletion, type SliceRequest } from '../deletion/deletions.ts';
import type { RowsToDelete } from '../uploads/blob-sweep.ts';

/**
 * The merge, locked until the transaction ends: a sale, a download or an export that starts meanwhile waits, and finds it
 * deleted or as it was. Call it after `lockSaleOfMerge`, since a transaction that changes a sale locks the merge after it.
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

/**
 * Deletes the merge with its collections and a sale of it, and notes that its tokens and files are to be freed: from now on
 * `listDeletions` names it.
 */
export async function deleteMergeJob(trx: DatabaseTransaction, deletion: NewDeletion): Promise<void> {
	await insertDeletion(trx, 'merge', deletion);
	await trx.deleteFrom('mergeJobs').where('id', '=', deletion.id).execute();
}

/** The blobs that the merge refers to besides its tokens' pictures: the lists of its collections and what its archive is made of. */
export async function listMergeFiles(db: Database, id: string): Promise<string[]> {
	const { rows } = await sql<{ readonly sha256: string | null }>`
		select manifest_sha256 as sha256 from merge_inputs where merge_job_id = ${id}
		union
		select unnest(array[index_sha256, pack_sha256, cover_sha256]) from merge_jobs where id = ${id}`.execute(db);
	return rows.flatMap(({ sha256 }) => sha256 ?? []);
}

/** The pictures of the next `limit` tokens of a merge. */
export async function listTokenPictures(db: Database, id: string, request: SliceRequest): Promise<FileSlice> {
	const tokens = await db
		.selectFrom('mergedImages')
		.select(['tokenNumber', 'blobSha256'])
		.where('mergeJobId', '=', id)
		.where('tokenNumber', '>', request.after)
		.orderBy('tokenNumber')
		.limit(request.limit)
		.execute();
	return {
		hashes: [...new Set(tokens.map(({ blobSha256 }) => blobSha256))],
		next: tokens.length < request.limit ? null : (tokens.at(-1)?.tokenNumber ?? null),
	};
}

/** Deletes the next `limit` tokens of a merge, and returns what they showed. */
export async function deleteTokens(trx: DatabaseTransaction, id: string, request: SliceRequest): Promise<FileSlice> {
	const slice = await listTokenPictures(trx, id, request);
	await trx
		.deleteFrom('mergedImages')
		.where('mergeJobId', '=', id)
		.where('tokenNumber', '>', request.after)
		.$if(slice.next !== null, (query) => query.where('tokenNumber', '<=', slice.next))
		.execute();
	return slice;
}

/** Which rows refer to nothing any more once the merge is deleted; what its owner uploaded is none of them. */
export const toMergeRows = (id: string): RowsToDelete => ({
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
