import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';
import type { BlobRow, LayerFilesTable } from '../../schema/upload-tables.ts';

/** A file of a list of layers, its place being that in the list. */
export type ListedLayer = Pick<LayerFilesTable, 'path' | 'sha256'>;

/** Whether the files of a list are kept already. */
export async function hasLayerFiles(db: Database, listSha256: string): Promise<boolean> {
	const first = await db
		.selectFrom('layerFiles')
		.select('place')
		.where('listSha256', '=', listSha256)
		.limit(1)
		.execute();
	return first.length > 0;
}

/**
 * Keeps the files of a list, in the order of the list, for as long as the list itself; those that are kept already stay.
 * The rows of list and files must be there, and stay until the transaction ends.
 */
export async function insertLayerFiles(
	trx: DatabaseTransaction,
	listSha256: string,
	files: readonly ListedLayer[],
): Promise<void> {
	// By hash, so that transactions which refer to the same files never wait in a circle.
	const rows = toJsonb(files.map(({ path, sha256 }, place) => ({ place, sha256, path })));
	await sql`
		insert into layer_files (list_sha256, place, sha256, path)
		select ${listSha256}, place, sha256, path
		from jsonb_to_recordset(${rows}) as listed (place integer, sha256 text, path text)
		order by sha256
		on conflict do nothing`.execute(trx);
}

/** The files at these places of a list, by place. */
export async function listLayerFiles(
	db: Database,
	listSha256: string,
	places: readonly number[],
): Promise<ReadonlyMap<number, ListedLayer>> {
	if (places.length === 0) return new Map();
	const rows = await db
		.selectFrom('layerFiles')
		.select(['place', 'path', 'sha256'])
		.where('listSha256', '=', listSha256)
		.where('place', 'in', places)
		.execute();
	return new Map(rows.map(({ place, ...file }) => [place, file]));
}

/** Facts about those of the blobs that this owner uploaded or generated, by hash. */
export async function listOwnedBlobs(
	db: Database,
	ownerId: string,
	hashes: readonly string[],
): Promise<ReadonlyMap<string, Pick<BlobRow, 'sha256' | 'sizeBytes'>>> {
	const rows = await db
		.selectFrom('blobs')
		.innerJoin('ownerBlobs', 'ownerBlobs.sha256', 'blobs.sha256')
		.select(['blobs.sha256', 'blobs.sizeBytes'])
		.where('ownerBlobs.ownerId', '=', ownerId)
		.where(sql<boolean>`blobs.sha256 in (select jsonb_array_elements_text(${toJsonb(hashes)}))`)
		.execute();
	return new Map(rows.map((row) => [row.sha256, row]));
}

/** Whether other jobs are composed of the layers of a list. */
export async function hasOtherJobs(
	db: Database,
	{ listSha256, jobId, ownerId }: { readonly listSha256: string; readonly jobId: string; readonly ownerId: string },
): Promise<boolean> {
	const other = await db
		.selectFrom('generationJobs')
		.select('id')
		.where('layersSha256', '=', listSha256)
		.where('ownerId', '=', ownerId)
		.where('id', '!=', jobId)
		.limit(1)
		.executeTakeFirst();
	return other !== undefined;
}

/**
 * Forgets what lists are made of that nobody holds and no job names, as far as these files are in them: then those keep them
 * no longer. Whoever orders such a list again writes it down again.
 */
export async function forgetUnusedLists(trx: DatabaseTransaction, hashes: readonly string[]): Promise<void> {
	if (hashes.length === 0) return;
	// Locked, so that nobody begins to hold one meanwhile.
	const lists = await trx
		.selectFrom('blobs')
		.select('sha256')
		.where((eb) =>
			eb('sha256', 'in', eb.selectFrom('layerFiles').select('listSha256').where('layerFiles.sha256', 'in', hashes)),
		)
		.orderBy('sha256')
		.forUpdate()
		.skipLocked()
		.execute();
	if (lists.length === 0) return;
	await trx
		.deleteFrom('layerFiles')
		.where(
			'listSha256',
			'in',
			lists.map(({ sha256 }) => sha256),
		)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(selectFrom('ownerBlobs').select('sha256').whereRef('ownerBlobs.sha256', '=', 'layerFiles.listSha256')),
			),
		)
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom('generationJobs')
						.select('id')
						.whereRef('generationJobs.layersSha256', '=', 'layerFiles.listSha256'),
				),
			),
		)
		.execute();
}
