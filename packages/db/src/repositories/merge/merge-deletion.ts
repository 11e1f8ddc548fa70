import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import type { MergeDeletionRow, MergeDeletionsTable, MergeJobRow } from '../../schema/merge-tables.ts';
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
 * `listMergeDeletions` names it.
 */
export async function deleteMergeJob(
	trx: DatabaseTransaction,
	{ hashes, ...deletion }: Omit<Insertable<MergeDeletionsTable>, 'hashes'> & Pick<MergeDeletionRow, 'hashes'>,
): Promise<void> {
	await trx
		.insertInto('mergeDeletions')
		.values({ ...deletion, hashes: toJsonb(hashes) })
		.execute();
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

/** Names a place in the walk over the tokens of a merge. */
export interface TokenSlice {
	/** The pictures of the tokens, each once. */
	readonly hashes: readonly string[];
	/** The token after which the walk goes on; null at its end. */
	readonly next: number | null;
}

export interface TokenSliceRequest {
	/** A token number; 0 at the start of the walk. */
	readonly after: number;
	readonly limit: number;
}

/** The pictures of the next `limit` tokens of a merge. */
export async function listTokenPictures(db: Database, id: string, request: TokenSliceRequest): Promise<TokenSlice> {
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
export async function deleteTokens(
	trx: DatabaseTransaction,
	id: string,
	request: TokenSliceRequest,
): Promise<TokenSlice> {
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

/** Ids of the deletions whose files are still being freed, oldest first; those younger than `seconds` are left out. */
export async function listMergeDeletions(db: Database, seconds: number): Promise<Pick<MergeDeletionRow, 'id'>[]> {
	return db
		.selectFrom('mergeDeletions')
		.select('id')
		.where('createdAt', '<', sql<Date>`now() - ${seconds} * interval '1 second'`)
		.orderBy('createdAt')
		.orderBy('id')
		.execute();
}

export async function findMergeDeletion(db: Database, id: string): Promise<MergeDeletionRow | undefined> {
	return db.selectFrom('mergeDeletions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The deletion, locked until the transaction ends, so that two processes never free the same slice. */
export async function lockMergeDeletion(trx: DatabaseTransaction, id: string): Promise<MergeDeletionRow | undefined> {
	return trx.selectFrom('mergeDeletions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Notes which files are freed next. */
export async function updateMergeDeletion(
	trx: DatabaseTransaction,
	id: string,
	hashes: readonly string[],
): Promise<void> {
	await trx
		.updateTable('mergeDeletions')
		.set({ hashes: toJsonb(hashes) })
		.where('id', '=', id)
		.execute();
}

/** The last file is freed. */
export async function deleteMergeDeletion(trx: DatabaseTransaction, id: string): Promise<void> {
	await trx.deleteFrom('mergeDeletions').where('id', '=', id).execute();
}
