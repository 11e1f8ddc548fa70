import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { BlobRow } from '../../schema/upload-tables.ts';
import { lockUsers } from '../auth/users.ts';

/** The blob of that hash when this owner uploaded or generated it. */
export async function findOwnedBlob(db: Database, ownerId: string, sha256: string): Promise<BlobRow | undefined> {
	return db
		.selectFrom('blobs')
		.innerJoin('ownerBlobs', 'ownerBlobs.sha256', 'blobs.sha256')
		.selectAll('blobs')
		.where('ownerBlobs.ownerId', '=', ownerId)
		.where('ownerBlobs.sha256', '=', sha256)
		.executeTakeFirst();
}

export interface BlobUsage {
	readonly now: Date;
	/** Uses after this one need not be written down again, unless the owner has started a merge since: its deletion takes them. */
	readonly knownSince: Date;
}

/** When the owner last started a merge, of those that are there or whose files are still being freed; null for never. */
const newestMergeStart = (ownerId: string) => sql<Date>`greatest(
	(select max(created_at) from merge_jobs where owner_id = ${ownerId}),
	(select max(uploads_used_until) from deletions where owner_id = ${ownerId})
)`;

/** The hashes that this owner uploaded or generated; marks them as used, so that they are kept. */
export async function touchOwnedBlobs(
	trx: DatabaseTransaction,
	ownerId: string,
	hashes: readonly string[],
	{ now, knownSince }: BlobUsage,
): Promise<Set<string>> {
	if (hashes.length === 0) return new Set();
	// First: what is forgotten at the same moment is then not reported as there. Locked in one order, as releases do.
	const stale = await trx
		.selectFrom('ownerBlobs')
		.select('sha256')
		.where('ownerId', '=', ownerId)
		.where('sha256', 'in', hashes)
		.where((eb) => eb.or([eb('lastUsedAt', '<', knownSince), eb('lastUsedAt', '<=', newestMergeStart(ownerId))]))
		.orderBy('sha256')
		.forUpdate()
		.execute();
	if (stale.length > 0) {
		const used = stale.map(({ sha256 }) => sha256);
		await trx
			.updateTable('ownerBlobs')
			.set({ lastUsedAt: now })
			.where('ownerId', '=', ownerId)
			.where('sha256', 'in', used)
			.execute();
	}
	const rows = await trx
		.selectFrom('ownerBlobs')
		.select('sha256')
		.where('ownerId', '=', ownerId)
		.where('sha256', 'in', hashes)
		.execute();
	return new Set(rows.map(({ sha256 }) => sha256));
}

/** Names a row of the walk over all that owners hold. */
export interface OwnerBlobKey {
	readonly ownerId: string;
	readonly sha256: string;
}

export interface ReleasedSlice {
	readonly count: number;
	/** The cursor at which the walk continues; null at its end. */
	readonly next: OwnerBlobKey | null;
}

/** Where files of an owner are used: by images, layers and merges, and by attribute jobs under way. */
const uses = [
	{ from: 'generated_images image', hash: 'image.blob_sha256', owner: 'image.owner_id' },
	{
		from: 'image_versions version join generated_images image on image.id = version.image_id',
		hash: 'version.blob_sha256',
		owner: 'image.owner_id',
	},
	{
		from: 'merged_images token join merge_jobs job on job.id = token.merge_job_id',
		hash: 'token.blob_sha256',
		owner: 'job.owner_id',
	},
	{
		from: 'merge_inputs input join merge_jobs job on job.id = input.merge_job_id',
		hash: 'input.manifest_sha256',
		owner: 'job.owner_id',
	},
	{ from: 'generation_jobs job', hash: 'job.layers_sha256', owner: 'job.owner_id' },
	{
		from: 'layer_files layer join generation_jobs job on job.layers_sha256 = layer.list_sha256',
		hash: 'layer.sha256',
		owner: 'job.owner_id',
	},
	{ from: 'attribute_jobs job', hash: 'job.folder_sha256', owner: 'job.owner_id' },
].map(({ from, hash, owner }) => ({ from: sql.raw(from), hash: sql.raw(hash), owner: sql.raw(owner) }));

/** Of a row of `owner_blobs` that is called `held`. For few rows: it looks into every table for each of them. */
const isUnused = sql<boolean>`(${sql.join(
	uses.map(
		({ from, hash, owner }) =>
			sql`(select 1 from ${from} where ${hash} = held.sha256 and ${owner} = held.owner_id limit 1) is null`,
	),
	sql` and `,
)})`;

/** The lists of a running merge are not read yet, so it may need anything its owner holds. */
const isMerging = sql<boolean>`(
	(
		select 1 from merge_jobs job where job.owner_id = held.owner_id and job.status = 'processing'
		limit 1
	) is not null
)`;

/** Looks at the next `limit` rows and takes from their owners what was last used before `usedBefore` and is unused. */
export async function releaseUnusedSlice(
	db: Database,
	after: OwnerBlobKey | null,
	{ usedBefore, limit }: { readonly usedBefore: Date; readonly limit: number },
): Promise<ReleasedSlice> {
	const { rows } = await sql<OwnerBlobKey & { readonly count: number; readonly size: number }>`
		with slice as (
			select owner_id, sha256 from owner_blobs
			where (owner_id, sha256) > (${after?.ownerId ?? ''}, ${after?.sha256 ?? ''})
			order by owner_id, sha256 limit ${limit}
		), locked as (
			select owner_blobs.owner_id, owner_blobs.sha256 from owner_blobs join slice using (owner_id, sha256)
			where owner_blobs.last_used_at < ${usedBefore}
			order by owner_blobs.owner_id, owner_blobs.sha256 for update of owner_blobs
		), forgotten as (
			delete from owner_blobs as held using locked
			where held.owner_id = locked.owner_id and held.sha256 = locked.sha256 and held.last_used_at < ${usedBefore}
				and ${isUnused} and not ${isMerging}
			returning held.sha256
		)
		select owner_id, sha256, (select count(*) from forgotten) as count, (select count(*) from slice) as size
		from slice order by owner_id desc, sha256 desc limit 1`.execute(db);
	const last = rows[0];
	if (last === undefined) return { count: 0, next: null };
	const { ownerId, sha256, count, size } = last;
	return { count, next: size < limit ? null : { ownerId, sha256 } };
}

/**
 * Takes from the owner everything unused, however new unless `usedUntil` is given, at most `limit`, and returns its hashes;
 * none while a merge of theirs is under way. Merges that start meanwhile wait for the owner's row, which stays locked, and
 * find their lists gone.
 */
export async function releaseAllUnused(
	trx: DatabaseTransaction,
	ownerId: string,
	{ usedUntil, limit }: { readonly usedUntil?: Date; readonly limit?: number } = {},
): Promise<readonly string[]> {
	await lockUsers(trx, [ownerId], 'update');
	const isOld = usedUntil === undefined ? sql`true` : sql`held.last_used_at <= ${usedUntil}`;
	const { rows } = await sql<{ readonly sha256: string }>`
		with locked as (
			select sha256 from owner_blobs as held
			where owner_id = ${ownerId} and ${isOld} and ${isUnused}
			order by sha256 limit ${limit ?? null}::bigint for update
		)
		delete from owner_blobs as held using locked
		where held.owner_id = ${ownerId} and held.sha256 = locked.sha256 and ${isOld} and not ${isMerging}
		returning held.sha256`.execute(trx);
	return rows.map(({ sha256 }) => sha256);
}

/** Which uploads of an owner go with what they were used for. */
export interface UploadRelease {
	readonly ownerId: string;
	/** Those asked for later stay, as somebody may be about to use them. */
	readonly usedUntil: Date;
}

/** The rows that `releaseUploads` would take once nothing else uses them. */
export const toReleaseCondition = ({ ownerId, usedUntil }: UploadRelease) =>
	sql`owner_blobs.owner_id = ${ownerId} and owner_blobs.last_used_at <= ${usedUntil}`;

/**
 * Takes from an owner those of the uploads that nothing uses any more; none while a merge of theirs is under way. Merges
 * that start meanwhile wait for the owner's row, which stays locked, and find their lists gone.
 */
export async function releaseUploads(
	trx: DatabaseTransaction,
	hashes: readonly string[],
	{ ownerId, usedUntil }: UploadRelease,
): Promise<void> {
	if (hashes.length === 0) return;
	await lockUsers(trx, [ownerId], 'update');
	await sql`
		with locked as (
			select sha256 from owner_blobs
			where owner_id = ${ownerId} and sha256 in (${sql.join(hashes)}) and last_used_at <= ${usedUntil}
			order by sha256 for update
		)
		delete from owner_blobs as held using locked
		where held.owner_id = ${ownerId} and held.sha256 = locked.sha256 and held.last_used_at <= ${usedUntil}
			and ${isUnused} and not ${isMerging}`.execute(trx);
}

/**
 * What an owner's unused files take, each at least `minBytes`. It reads the hashes of each table once rather than once
 * for a file: asked file by file, 15,000 of them kept the embedded database busy for four seconds.
 */
export async function sumUnusedBytes(db: Database, ownerId: string, minBytes: number): Promise<number> {
	const used = uses.map(({ from, hash, owner }) => sql`select ${hash} from ${from} where ${owner} = ${ownerId}`);
	const { rows } = await sql<{ readonly bytes: number }>`
		with unused as (
			select sha256 from owner_blobs where owner_id = ${ownerId} except (${sql.join(used, sql` union all `)})
		)
		select coalesce(sum(greatest(blob.size_bytes, ${minBytes}::bigint)), 0)::bigint as bytes
		from unused join blobs blob using (sha256)`.execute(db);
	return rows[0]!.bytes;
}
