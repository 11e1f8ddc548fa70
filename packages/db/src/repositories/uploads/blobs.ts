import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../client/database.ts';
import type { BlobRow, BlobsTable, OwnerBlobsTable } from '../../schema/upload-tables.ts';
import { unmarkDamagedBlob } from '../platform/blob-damage.ts';

/**
 * Records bytes that were just stored; those known already stay as they are, but are damaged no longer. In a transaction
 * the row also stays until its end, so that what comes next may refer to it: a sweeper that is just deleting it is waited
 * for. True for those that are new.
 */
export async function insertBlob(db: Database, blob: Insertable<BlobsTable>): Promise<boolean> {
	for (;;) {
		const inserted = await db
			.insertInto('blobs')
			.values(blob)
			.onConflict((conflict) => conflict.column('sha256').doNothing())
			.returning('sha256')
			.executeTakeFirst();
		if (inserted !== undefined) return true;
		const known = await db
			.selectFrom('blobs')
			.select('damagedAt')
			.where('sha256', '=', blob.sha256)
			.forKeyShare()
			.executeTakeFirst();
		if (known === undefined) continue;
		if (known.damagedAt !== null) await unmarkDamagedBlob(db, blob.sha256);
		return false;
	}
}

/** The same for several, in one order everywhere, so that transactions which store the same bytes never wait in a circle. */
export async function insertBlobs(trx: DatabaseTransaction, blobs: readonly Insertable<BlobsTable>[]): Promise<void> {
	for (const blob of blobs.toSorted((left, right) => (left.sha256 < right.sha256 ? -1 : 1))) {
		await insertBlob(trx, blob);
	}
}

const notInspected = 'application/octet-stream';

/** What bytes turned out to be when somebody looked. */
export type InspectedBlob = Pick<BlobRow, 'sha256' | 'mime' | 'width' | 'height'>;

/** Names what was stored without looking; what was looked into stays as it is. */
export async function describeBlob(db: Database, { sha256, mime, width, height }: InspectedBlob): Promise<void> {
	if (mime === notInspected) return;
	await db
		.updateTable('blobs')
		.set({ mime, width, height })
		.where('sha256', '=', sha256)
		.where('mime', '=', notInspected)
		.execute();
}

/** Notes that a picture moves. Does nothing when it is gone. */
export async function markAnimatedBlob(db: Database, sha256: string): Promise<void> {
	await db.updateTable('blobs').set({ isAnimated: true }).where('sha256', '=', sha256).execute();
}

/**
 * Records that this owner uploaded or generated these bytes, whose blob must be recorded before. Repeated, it counts as
 * a new use.
 */
export async function insertOwnerBlob(db: Database, ownerBlob: Insertable<OwnerBlobsTable>): Promise<void> {
	await db
		.insertInto('ownerBlobs')
		.values(ownerBlob)
		.onConflict((conflict) =>
			conflict
				.columns(['ownerId', 'sha256'])
				.doUpdateSet((eb) => ({ lastUsedAt: eb.ref('excluded.lastUsedAt') }))
				.whereRef('ownerBlobs.lastUsedAt', '<', 'excluded.lastUsedAt'),
		)
		.execute();
}

export async function findBlob(db: Database, sha256: string): Promise<BlobRow | undefined> {
	return db.selectFrom('blobs').selectAll().where('sha256', '=', sha256).executeTakeFirst();
}

/** Which of these hashes have a row. */
export async function listRecordedHashes(db: Database, hashes: readonly string[]): Promise<ReadonlySet<string>> {
	if (hashes.length === 0) return new Set();
	const found = await db.selectFrom('blobs').select('sha256').where('sha256', 'in', hashes).execute();
	return new Set(found.map(({ sha256 }) => sha256));
}

/** Deletes the rows of blobs whose bytes go next, with the note of which previews they had. */
export async function deleteBlobs(trx: DatabaseTransaction, hashes: readonly string[]): Promise<void> {
	if (hashes.length > 0) await trx.deleteFrom('blobs').where('sha256', 'in', hashes).execute();
}
