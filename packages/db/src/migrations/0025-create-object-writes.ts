import { type Kysely, sql } from 'kysely';

/**
 * What is being stored in, or deleted from, an object store: one that has no rename lets a writer and a sweeper meet only
 * in a row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table object_writes (
			sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
			begun_at timestamptz not null,
			deletion_token text,
			deletion_ends_at timestamptz
		)`.execute(db);
	await sql`create index object_writes_begun_at_index on object_writes (begun_at)`.execute(db);
}
