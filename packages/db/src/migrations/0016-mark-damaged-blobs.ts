import { type Kysely, sql } from 'kysely';

/** Stored files that are missing or damaged are marked, and all are verified in turn. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table blobs
			add column damaged_at timestamptz,
			add column repair_tried_at timestamptz`.execute(db);
	await sql`create index blobs_damaged_index on blobs (sha256) where damaged_at is not null`.execute(db);

	await sql`
		create table storage_scrubs (
			name text primary key check (name = 'files'),
			after_sha256 text not null default '',
			checked_files integer not null default 0,
			damaged_files integer not null default 0,
			started_at timestamptz not null default now(),
			ended_at timestamptz,
			lease_token text,
			leased_until timestamptz
		)`.execute(db);
}
