import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { Schema } from '../../schema/database-schema.ts';
import { deleteBlobs } from './blobs.ts';
import { forgetUnusedLists } from './layer-files.ts';

/**
 * Every column that keeps a blob. `image_previews.sha256` does not: a preview lives as long as what it shows; nor does
 * `layer_files.list_sha256`, whose rows go with the list.
 */
export const referencingColumns = [
	'ownerBlobs.sha256',
	'generatedImages.blobSha256',
	'generatedImages.preview512Sha256',
	'generatedImages.preview200Sha256',
	'generationJobs.layersSha256',
	'layerFiles.sha256',
	'imageVersions.blobSha256',
	'imageVersions.preview512Sha256',
	'imageVersions.preview200Sha256',
	'jobReferences.blobSha256',
	'jobReferences.previewSha256',
	'mergeJobs.indexSha256',
	'mergeJobs.packSha256',
	'mergeJobs.coverSha256',
	'mergeInputs.manifestSha256',
	'mergedImages.blobSha256',
	'imagePreviews.previewSha256',
	'attributeJobs.folderSha256',
	'attributeJobs.indexSha256',
	'attributeJobs.packSha256',
	'mintMetadata.imageSha256',
] as const;

type ReferencingTable = (typeof referencingColumns)[number] extends `${infer Table}.${string}` ? Table : never;

/** Which rows are about to be deleted, by their table, as a condition: what they refer to is kept by others or by nothing. */
export type RowsToDelete = Partial<Record<ReferencingTable, RawBuilder<unknown> | 'all'>>;

/** One look into an index per column until one finds something; `exists` would read whole tables into hashes instead. */
const isReferenced = (
	{ selectFrom }: Pick<ExpressionBuilder<Schema, 'blobs'>, 'selectFrom'>,
	toDelete: RowsToDelete = {},
): RawBuilder<boolean> => {
	const looks = referencingColumns.map((column) => {
		const [table] = column.split('.') as [ReferencingTable];
		const isDeleted = toDelete[table] === 'all' ? sql`true` : toDelete[table];
		return selectFrom(table as keyof Schema)
			.select(sql.lit(1).as('one'))
			.where(sql<SqlBool>`${sql.ref(column)} = ${sql.ref('blobs.sha256')}`)
			.$if(isDeleted !== undefined, (query) => query.where(sql<SqlBool>`not (${isDeleted})`))
			.limit(1);
	});
	return sql<boolean>`coalesce(${sql.join(looks)}) is not null`;
};

/**
 * Looks at the next `limit` blobs, marks those that nothing refers to and unmarks those that something refers to again.
 * Returns the hash after which the walk goes on, null at its end.
 */
export async function markUnreferencedSlice(
	db: Database,
	after: string,
	{ now, limit }: { readonly now: Date; readonly limit: number },
): Promise<string | null> {
	const slice = await db
		.selectFrom('blobs')
		.select(['sha256', 'unreferencedSince'])
		.select((eb) => isReferenced(eb).as('isReferenced'))
		.where('sha256', '>', after)
		.orderBy('sha256')
		.limit(limit)
		.execute();
	// What changes meanwhile is seen by the next walk, and by the look under the lock.
	const loose = slice.filter((blob) => !blob.isReferenced && blob.unreferencedSince === null);
	const taken = slice.filter((blob) => blob.isReferenced && blob.unreferencedSince !== null);
	await setUnreferencedSince(db, loose, now);
	await setUnreferencedSince(db, taken, null);
	return slice.length < limit ? null : (slice.at(-1)?.sha256 ?? null);
}

async function setUnreferencedSince(
	db: Database,
	blobs: readonly { readonly sha256: string }[],
	unreferencedSince: Date | null,
): Promise<void> {
	if (blobs.length === 0) return;
	const hashes = blobs.map(({ sha256 }) => sha256);
	await db.updateTable('blobs').set({ unreferencedSince }).where('sha256', 'in', hashes).execute();
}

/**
 * Locks up to `limit` blobs that have been without a reference since before `before`, and returns those that still are.
 * Nobody can begin to refer to them until the transaction ends; those that somebody is just referring to are left out.
 */
export async function lockUnreferencedBlobs(
	trx: DatabaseTransaction,
	after: string,
	{ before, limit }: { readonly before: Date; readonly limit: number },
): Promise<{ readonly unreferenced: readonly string[]; readonly next: string | null }> {
	const locked = await trx
		.selectFrom('blobs')
		.select('sha256')
		.where('unreferencedSince', '<', before)
		.where('sha256', '>', after)
		.orderBy('sha256')
		.limit(limit)
		.forUpdate()
		.skipLocked()
		.execute();
	if (locked.length === 0) return { unreferenced: [], next: null };
	const hashes = locked.map(({ sha256 }) => sha256);
	// A statement of its own sees what was committed until the lock was there.
	const unreferenced = await trx
		.selectFrom('blobs')
		.select('sha256')
		.where('sha256', 'in', hashes)
		.where((eb) => eb.not(isReferenced(eb)))
		.execute();
	return { unreferenced: unreferenced.map(({ sha256 }) => sha256), next: hashes.at(-1) ?? null };
}

/** A blob that nothing refers to. */
export interface UnusedBlob {
	readonly sha256: string;
	readonly sizeBytes: number;
}

/**
 * Those of the blobs that nothing would refer to once these rows were deleted, and nobody is sending again. One statement:
 * pass no more than a few hundred hashes.
 */
export async function listFreedBlobs(
	db: Database,
	hashes: readonly string[],
	toDelete: RowsToDelete,
): Promise<readonly UnusedBlob[]> {
	if (hashes.length === 0) return [];
	return db
		.selectFrom('blobs')
		.select(['sha256', 'sizeBytes'])
		.where('sha256', 'in', hashes)
		.where((eb) => eb.not(isReferenced(eb, toDelete)))
		.where((eb) => eb.not(isInFlight(eb)))
		.execute();
}

/** Whether somebody is just sending the bytes. */
const isInFlight = ({ exists, selectFrom }: Pick<ExpressionBuilder<Schema, 'blobs'>, 'exists' | 'selectFrom'>) =>
	exists(selectFrom('uploadsInFlight').select('id').whereRef('uploadsInFlight.sha256', '=', 'blobs.sha256'));

/**
 * Deletes the rows of those of the blobs that nothing refers to and nobody is sending again, whose bytes go next. Those
 * that somebody is just referring to are left out.
 */
export async function deleteUnusedBlobs(
	trx: DatabaseTransaction,
	hashes: readonly string[],
): Promise<readonly UnusedBlob[]> {
	const locked = await trx
		.selectFrom('blobs')
		.select('sha256')
		.where('sha256', 'in', hashes)
		.orderBy('sha256')
		.forUpdate()
		.skipLocked()
		.execute();
	if (locked.length === 0) return [];
	await forgetUnusedLists(
		trx,
		locked.map(({ sha256 }) => sha256),
	);
	// A statement of its own sees what was committed until the lock was there.
	const unused = await trx
		.selectFrom('blobs')
		.select(['sha256', 'sizeBytes'])
		.where(
			'sha256',
			'in',
			locked.map(({ sha256 }) => sha256),
		)
		.where((eb) => eb.not(isReferenced(eb)))
		.where((eb) => eb.not(isInFlight(eb)))
		.execute();
	await deleteBlobs(
		trx,
		unused.map(({ sha256 }) => sha256),
	);
	return unused;
}
