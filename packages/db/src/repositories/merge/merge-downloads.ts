import type { Insertable } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { MergeDownloadsTable } from '../../schema/merge-tables.ts';

/**
 * Notes that somebody reads the files of a merge. Waits for a deletion of it that is under way; rejects with a foreign key
 * violation when the merge is gone.
 */
export async function insertMergeDownload(db: Database, download: Insertable<MergeDownloadsTable>): Promise<void> {
	await db.insertInto('mergeDownloads').values(download).execute();
}

export async function renewMergeDownload(db: Database, id: string, renewedAt: Date): Promise<void> {
	await db.updateTable('mergeDownloads').set({ renewedAt }).where('id', '=', id).execute();
}

export async function deleteMergeDownload(db: Database, id: string): Promise<void> {
	await db.deleteFrom('mergeDownloads').where('id', '=', id).execute();
}

/** How many read the files of a merge, as far as they said so since `since`: a killed process says nothing any more. */
export async function countMergeDownloads(db: Database, mergeJobId: string, since: Date): Promise<number> {
	const { count } = await db
		.selectFrom('mergeDownloads')
		.select((eb) => eb.fn.countAll<number>().as('count'))
		.where('mergeJobId', '=', mergeJobId)
		.where('renewedAt', '>', since)
		.executeTakeFirstOrThrow();
	return count;
}

/** Forgets what killed processes were reading. */
export async function deleteMergeDownloadsBefore(db: Database, before: Date): Promise<void> {
	await db.deleteFrom('mergeDownloads').where('renewedAt', '<', before).execute();
}

/** The same where no process but this one can be reading. */
export async function deleteAllMergeDownloads(db: Database): Promise<void> {
	await db.deleteFrom('mergeDownloads').execute();
}
