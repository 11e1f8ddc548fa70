import type { Insertable } from 'kysely';
import type { Database } from '../client.ts';
import type { BlobRow, BlobsTable, OwnerBlobsTable } from '../schema.ts';

/** Records stored bytes; those known already stay as they are. */
export async function insertBlob(db: Database, blob: Insertable<BlobsTable>): Promise<void> {
	await db
		.insertInto('blobs')
		.values(blob)
		.onConflict((conflict) => conflict.column('sha256').doNothing())
		.execute();
}

/** Records that this owner uploaded or generated these bytes, whose blob must be recorded before. */
export async function insertOwnerBlob(db: Database, ownerBlob: Insertable<OwnerBlobsTable>): Promise<void> {
	await db
		.insertInto('ownerBlobs')
		.values(ownerBlob)
		.onConflict((conflict) => conflict.columns(['ownerId', 'sha256']).doNothing())
		.execute();
}

export async function findBlob(db: Database, sha256: string): Promise<BlobRow | undefined> {
	return db.selectFrom('blobs').selectAll().where('sha256', '=', sha256).executeTakeFirst();
}
