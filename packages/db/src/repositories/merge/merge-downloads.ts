import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import { databaseNow, fromDatabaseNow } from '../../client/database-time.ts';
import type { MergeDownloadsTable } from '../../schema/merge-tables.ts';

/**
 * Notes that somebody reads the files of a merge. Waits for a deletion of it that is under way; rejects with a foreign key
 * violation when the merge is gone.
 */
export async function insertMergeDownload(
	db: Database,
	download: Pick<Insertable<MergeDownloadsTable>, 'id' | 'mergeJobId'>,
): Promise<void> {
	await db
		.insertInto('mergeDownloads')
		.values({ ...download, renewedAt: databaseNow })
		.execute();
}

export async function renewMergeDownload(db: Database, id: string): Promise<void> {
	await db.updateTable('mergeDownloads').set({ renewedAt: databaseNow }).where('id', '=', id).execute();
}

export async function deleteMergeDownload(db: Database, id: string): Promise<void> {
	await db.deleteFrom('mergeDownloads').where('id', '=', id).execute();
}

/** How many read the files of a merge, as far as they said so in the last `leaseMs`: a killed process says nothing any more. */
export async function countMergeDownloads(db: Database, mergeJobId: string, leaseMs: number): Promise<number> {
	const { count } = await db
		.selectFrom('mergeDownloads')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('mergeJobId', '=', mergeJobId)
		.where('renewedAt', '>', fromDatabaseNow(-leaseMs))
		.executeTakeFirstOrThrow();
	return count;
}

/** Forgets what processes were reading that have been silent for so long. */
export async function deleteOldMergeDownloads(db: Database, silentMs: number): Promise<void> {
	await db.deleteFrom('mergeDownloads').where('renewedAt', '<', fromDatabaseNow(-silentMs)).execute();
}

/** The same where no process but this one can be reading. */
export async function deleteAllMergeDownloads(db: Database): Promise<void> {
	await db.deleteFrom('mergeDownloads').execute();
}
