import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import type { BlobRow } from '../../schema/upload-tables.ts';

/**
 * Marks a blob whose stored file is missing or damaged, and tells readers of the jobs that show it. False where it was marked
 * before, or where no row is left.
 */
export const markDamagedBlob = (db: Database, sha256: string, now: Date): Promise<boolean> =>
	changeMark(
		db,
		sql`update blobs set damaged_at = ${now}, repair_tried_at = null where sha256 = ${sha256} and damaged_at is null`,
	);

/** Takes the mark away from a blob whose file is whole again, and tells the same readers. False where there was none. */
export const unmarkDamagedBlob = (db: Database, sha256: string): Promise<boolean> =>
	changeMark(
		db,
		sql`update blobs set damaged_at = null, repair_tried_at = null
			where sha256 = ${sha256} and damaged_at is not null`,
	);

/** In one statement: a process that dies in between would leave pages with what was. */
async function changeMark(db: Database, update: RawBuilder<unknown>): Promise<boolean> {
	const { rows } = await sql<{ readonly changed: number }>`
		with changed as (${update} returning sha256),
		told as (
			update generation_jobs set version = version + 1
			where id in (select job_id from generated_images join changed on blob_sha256 = sha256)
		)
		select count(*)::int as changed from changed`.execute(db);
	return rows[0]!.changed > 0;
}

/** What a blob's file has to be, and whether it is known to be damaged. */
export type RecordedBlob = Pick<BlobRow, 'sha256' | 'sizeBytes' | 'damagedAt'>;

/** What these objects have to be, as far as rows know them. */
export async function listRecordedBlobs(db: Database, hashes: readonly string[]): Promise<RecordedBlob[]> {
	if (hashes.length === 0) return [];
	return db.selectFrom('blobs').select(['sha256', 'sizeBytes', 'damagedAt']).where('sha256', 'in', hashes).execute();
}

/** Marked blobs by hash: all of them, or those of which nobody tried for `untriedMs` to make the file again. */
export async function listDamagedBlobs(
	db: Database,
	{ limit, untriedMs }: { readonly limit: number; readonly untriedMs?: number },
): Promise<RecordedBlob[]> {
	return db
		.selectFrom('blobs')
		.select(['sha256', 'sizeBytes', 'damagedAt'])
		.where('damagedAt', 'is not', null)
		.$if(untriedMs !== undefined, (query) => query.where(isUntried(untriedMs ?? 0)))
		.orderBy('sha256')
		.limit(limit)
		.execute();
}

/** Notes that somebody is about to make the file again. False, and nothing noted, when somebody tried in the last `untriedMs`. */
export async function recordRepairAttempt(db: Database, sha256: string, untriedMs: number): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('blobs')
		.set({ repairTriedAt: databaseNow })
		.where('sha256', '=', sha256)
		.where(isUntried(untriedMs))
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

const isUntried = (ms: number) => sql<boolean>`(repair_tried_at is null or repair_tried_at < ${fromDatabaseNow(-ms)})`;

/** Something that refers to a blob. */
export interface BlobReference {
	/** E.g. 'image', 'preview of image', 'token of merge', 'upload of user'. */
	readonly what: string;
	readonly id: string;
	/** What people call it, e.g. a file name; null where it has no name. */
	readonly label: string | null;
}

/** What refers to a blob, for the log and for people: at most `limit` of each kind. */
export async function listBlobReferences(db: Database, sha256: string, limit = 3): Promise<BlobReference[]> {
	const { rows } = await sql<BlobReference>`
		(
			select case when version.blob_sha256 = ${sha256} then 'image' else 'preview of image' end as what,
				image.id as id, image.filename as label
			from image_versions version join generated_images image on image.id = version.image_id
			where version.blob_sha256 = ${sha256}
				or version.preview512_sha256 = ${sha256} or version.preview200_sha256 = ${sha256}
			limit ${limit}
		) union all (
			select 'reference of job', job_id, null from job_references
			where blob_sha256 = ${sha256} or preview_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'token of merge', merge_job_id, name from merged_images where blob_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'archive of merge', id, project_name from merge_jobs
			where index_sha256 = ${sha256} or pack_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'cover of merge', id, project_name from merge_jobs where cover_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'picture of minted token', mint_id, nft_name from mint_metadata
			where image_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'list of job', id, null from generation_jobs where layers_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'layer of job', job.id, layer.path
			from layer_files layer join generation_jobs job on job.layers_sha256 = layer.list_sha256
			where layer.sha256 = ${sha256} limit ${limit}
		) union all (
			select 'list of merge', merge_job_id, name from merge_inputs where manifest_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'archive of attribute job', id, null from attribute_jobs
			where index_sha256 = ${sha256} or pack_sha256 = ${sha256} or folder_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'preview of', sha256, null from image_previews where preview_sha256 = ${sha256} limit ${limit}
		) union all (
			select 'upload of user', owner_id, null from owner_blobs where sha256 = ${sha256} limit ${limit}
		)`.execute(db);
	return rows;
}
