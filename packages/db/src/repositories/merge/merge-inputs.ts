import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { MergeInputRow, MergeInputsTable } from '../../schema/merge-tables.ts';
import type { BlobRow } from '../../schema/upload-tables.ts';

/** Stores the collections of a merge; call it inside the transaction that stores the merge. */
export async function insertMergeInputs(db: Database, inputs: readonly Insertable<MergeInputsTable>[]): Promise<void> {
	await db
		.insertInto('mergeInputs')
		.values([...inputs])
		.execute();
}

/** The collections of these merges, in their order. */
export async function listMergeInputs(db: Database, mergeJobIds: readonly string[]): Promise<MergeInputRow[]> {
	if (mergeJobIds.length === 0) return [];
	return db
		.selectFrom('mergeInputs')
		.selectAll()
		.where('mergeJobId', 'in', mergeJobIds)
		.orderBy('mergeJobId')
		.orderBy('position')
		.execute();
}

/** Facts about bytes that a merge may use. */
export type OwnedBlob = Pick<BlobRow, 'sha256' | 'sizeBytes' | 'crc32' | 'mime' | 'width' | 'height' | 'isAnimated'>;

/**
 * Those of the hashes that whoever owns the merge now uploaded or generated and whose files are not known to be damaged; in
 * one statement, since an adoption moves both.
 */
export async function listMergeBlobs(
	db: Database,
	mergeJobId: string,
	hashes: readonly string[],
): Promise<OwnedBlob[]> {
	if (hashes.length === 0) return [];
	return db
		.selectFrom('mergeJobs')
		.innerJoin('ownerBlobs', 'ownerBlobs.ownerId', 'mergeJobs.ownerId')
		.innerJoin('blobs', 'blobs.sha256', 'ownerBlobs.sha256')
		.select(['blobs.sha256', 'blobs.sizeBytes', 'blobs.crc32', 'blobs.mime', 'blobs.width', 'blobs.height'])
		.select('blobs.isAnimated')
		.where('mergeJobs.id', '=', mergeJobId)
		.where('ownerBlobs.sha256', 'in', hashes)
		.where('blobs.damagedAt', 'is', null)
		.execute();
}
