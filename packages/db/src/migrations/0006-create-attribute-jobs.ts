import { type Kysely, sql } from 'kysely';

/** Runs of the attribute generator. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table attribute_jobs (
			id text primary key,
			owner_id text not null references users (id) on delete cascade,
			project_name text not null default '',
			options jsonb not null,
			folder_sha256 text references blobs (sha256),
			status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'failed')),
			progress integer not null default 0 check (progress between 0 and 100),
			total_images integer not null check (total_images > 0),
			processed_images integer not null default 0 check (processed_images between 0 and total_images),
			error_message text,
			finding_count integer not null default 0,
			findings jsonb not null default '[]',
			index_sha256 text references blobs (sha256),
			pack_sha256 text references blobs (sha256),
			archive_bytes bigint,
			archive_etag text,
			version bigint not null default 1,
			failures integer not null default 0,
			idempotency_key text,
			request_hash text,
			created_at timestamptz not null default now(),
			completed_at timestamptz,
			check ((status = 'completed') = (index_sha256 is not null)),
			check ((index_sha256 is null) = (pack_sha256 is null)),
			check ((index_sha256 is null) = (archive_bytes is null)),
			check ((index_sha256 is null) = (archive_etag is null)),
			unique (owner_id, idempotency_key)
		)`.execute(db);
	await sql`create index attribute_jobs_owner_id_index on attribute_jobs (owner_id, created_at)`.execute(db);
	await sql`
		create index attribute_jobs_open_index on attribute_jobs (created_at) where status in ('pending', 'processing')`.execute(
		db,
	);
	await sql`create index attribute_jobs_folder_sha256_index on attribute_jobs (folder_sha256)`.execute(db);
	await sql`create index attribute_jobs_index_sha256_index on attribute_jobs (index_sha256)`.execute(db);
	await sql`create index attribute_jobs_pack_sha256_index on attribute_jobs (pack_sha256)`.execute(db);
}
