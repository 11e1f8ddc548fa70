import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';

/**
 * Notes, before any byte is sent, that an object is being stored: from now on nobody deletes it as an old one. False while
 * somebody is just deleting it.
 */
export async function beginObjectWrite(db: Database, sha256: string): Promise<boolean> {
	const { rows } = await sql`
		insert into object_writes as known (sha256, begun_at) values (${sha256}, clock_timestamp())
		on conflict (sha256) do update set begun_at = clock_timestamp(), deletion_token = null, deletion_ends_at = null
			where known.deletion_ends_at is null or known.deletion_ends_at <= clock_timestamp()
		returning sha256`.execute(db);
	return rows.length > 0;
}

/** A deletion of one object by one process. */
export interface ObjectDeletion {
	readonly sha256: string;
	/** Names the deletion. */
	readonly token: string;
}

/**
 * Lets one process at a time delete an object that nobody has started to store for so long. False when somebody has, or
 * another process is deleting it. A deletion that is neither ended nor repeated holds writers up for `seconds`.
 */
export async function beginObjectDeletion(
	db: Database,
	{ sha256, token, unwrittenForMs, seconds }: ObjectDeletion & { unwrittenForMs: number; seconds: number },
): Promise<boolean> {
	const { rows } = await sql`
		insert into object_writes as known (sha256, begun_at, deletion_token, deletion_ends_at)
		values (${sha256}, to_timestamp(0), ${token}, clock_timestamp() + make_interval(secs => ${seconds}))
		on conflict (sha256) do update set deletion_token = ${token}, deletion_ends_at = excluded.deletion_ends_at
			where known.begun_at < clock_timestamp() - make_interval(secs => ${unwrittenForMs / 1_000})
				and (known.deletion_ends_at is null or known.deletion_ends_at <= clock_timestamp())
		returning sha256`.execute(db);
	return rows.length > 0;
}

/** The object is gone, and with it its row; a writer that took it back meanwhile keeps its own. */
export async function endObjectDeletion(db: Database, { sha256, token }: ObjectDeletion): Promise<void> {
	await db.deleteFrom('objectWrites').where('sha256', '=', sha256).where('deletionToken', '=', token).execute();
}

/** Objects that nobody has started to store for so long and that no row of a blob tells of, the oldest first. */
export async function listUnrecordedObjects(
	db: Database,
	{ unwrittenForMs, limit }: { readonly unwrittenForMs: number; readonly limit: number },
): Promise<readonly string[]> {
	const { rows } = await sql<{ sha256: string }>`
		select sha256 from object_writes
		where begun_at < clock_timestamp() - make_interval(secs => ${unwrittenForMs / 1_000})
			and (deletion_ends_at is null or deletion_ends_at <= clock_timestamp())
			and not exists (select from blobs where blobs.sha256 = object_writes.sha256)
		order by begun_at limit ${limit}`.execute(db);
	return rows.map(({ sha256 }) => sha256);
}

/** Forgets the writes of objects that were recorded so long ago that they are not news to anybody. */
export async function deleteRecordedObjectWrites(
	db: Database,
	{ unwrittenForMs }: { readonly unwrittenForMs: number },
): Promise<void> {
	await sql`
		delete from object_writes
		where begun_at < clock_timestamp() - make_interval(secs => ${unwrittenForMs / 1_000})
			and (deletion_ends_at is null or deletion_ends_at <= clock_timestamp())
			and exists (select from blobs where blobs.sha256 = object_writes.sha256)`.execute(db);
}
