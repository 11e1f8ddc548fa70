import { type Selectable, sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { StorageScrubsTable } from '../../schema/platform-tables.ts';
import type { RecordedBlob } from './blob-damage.ts';

/** The progress of a pass through all stored files. */
export type ScrubProgress = Pick<
	Selectable<StorageScrubsTable>,
	'afterSha256' | 'checkedFiles' | 'damagedFiles' | 'startedAt' | 'endedAt'
>;

const name = 'files';

/**
 * Lets one process at a time verify files. Where no pass is under way and the last one ended before `restDays` ago, or
 * there was none, another one starts. Null while somebody else holds the lease or no pass is due.
 */
export async function acquireScrubLease(
	db: Database,
	{ token, seconds, restDays }: { readonly token: string; readonly seconds: number; readonly restDays: number },
): Promise<ScrubProgress | null> {
	await db
		.insertInto('storageScrubs')
		.values({ name })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const { rows } = await sql<ScrubProgress>`
		update storage_scrubs set
			lease_token = ${token},
			leased_until = clock_timestamp() + make_interval(secs => ${seconds}),
			after_sha256 = case when ended_at is null then after_sha256 else '' end,
			checked_files = case when ended_at is null then checked_files else 0 end,
			damaged_files = case when ended_at is null then damaged_files else 0 end,
			started_at = case when ended_at is null then started_at else clock_timestamp() end,
			ended_at = null
		where name = ${name}
			and (leased_until is null or leased_until <= clock_timestamp())
			and (ended_at is null or ended_at < clock_timestamp() - make_interval(days => ${restDays}))
		returning after_sha256, checked_files, damaged_files, started_at, ended_at`.execute(db);
	return rows[0] ?? null;
}

export interface ScrubStep {
	readonly token: string;
	/** For how much longer the lease is held; 0 gives it back. */
	readonly seconds: number;
	readonly afterSha256: string;
	readonly checkedFiles: number;
	readonly damagedFiles: number;
	/** Whether the pass is through. */
	readonly isEnded: boolean;
}

/** Writes down how far the pass is and prolongs the lease. False, and nothing written, when somebody else holds it by now. */
export async function saveScrubProgress(db: Database, step: ScrubStep): Promise<boolean> {
	const { token, seconds, isEnded, ...progress } = step;
	const { numUpdatedRows } = await db
		.updateTable('storageScrubs')
		.set({
			...progress,
			leasedUntil: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
			...(isEnded ? { endedAt: sql<Date>`clock_timestamp()` } : {}),
		})
		.where('name', '=', name)
		.where('leaseToken', '=', token)
		.executeTakeFirstOrThrow();
	return numUpdatedRows > 0n;
}

/** The next blobs in the order of their hashes. */
export async function listBlobsAfter(db: Database, after: string, limit: number): Promise<RecordedBlob[]> {
	return db
		.selectFrom('blobs')
		.select(['sha256', 'sizeBytes', 'damagedAt'])
		.where('sha256', '>', after)
		.orderBy('sha256')
		.limit(limit)
		.execute();
}
