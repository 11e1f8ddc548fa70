import { type Kysely, sql } from 'kysely';

/** What accounts have uploaded and not used yet, what is being received, and the images ordered from an address in a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table upload_usage (
			owner_id text primary key references users (id) on delete cascade,
			bytes bigint not null default 0 check (bytes >= 0),
			counted_at timestamptz not null default 'epoch'
		)`.execute(db);
	// Each is counted when it is next needed.
	await sql`insert into upload_usage (owner_id) select distinct owner_id from owner_blobs`.execute(db);

	await sql`
		create table uploads_in_flight (
			id text primary key,
			owner_id text not null,
			sha256 text not null,
			bytes bigint not null,
			started_at timestamptz not null
		)`.execute(db);
	await sql`create index uploads_in_flight_sha256_index on uploads_in_flight (sha256)`.execute(db);

	await sql`
		create table daily_origins (
			origin_hash text not null,
			day_start timestamptz not null,
			images integer not null,
			primary key (origin_hash, day_start)
		)`.execute(db);
	await sql`create index daily_origins_day_start_index on daily_origins (day_start)`.execute(db);
}
