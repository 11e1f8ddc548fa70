import { type Kysely, sql } from 'kysely';

/** Merges of uploaded collections, what came out of them, and previews of pictures that were not made here. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table merge_jobs (
			id text primary key,
			owner_id text not null references users (id) on delete cascade,
			project_name text not null,
			description text not null default '',
			options jsonb not null,
			phase text not null default 'queued' check (
				phase in ('queued', 'checking', 'merging', 'storing', 'waiting_for_room', 'done', 'failed')
			),
			status text not null default 'processing' check (status in ('processing', 'completed', 'failed')),
			progress integer not null default 0 check (progress between 0 and 100),
			total_images integer not null default 0,
			left_out jsonb not null default '{}',
			error_message text,
			index_sha256 text references blobs (sha256),
			pack_sha256 text references blobs (sha256),
			archive_bytes bigint,
			archive_etag text,
			provenance text,
			facets jsonb,
			cover_sha256 text references blobs (sha256),
			cover_token_number integer,
			collection_name text,
			collection_symbol text,
			collection_description text,
			royalty_percentage double precision not null default 0,
			mint_price double precision,
			themes jsonb not null default '["Fantasy"]',
			hidden boolean not null default false,
			shows_creator boolean not null default false,
			is_minting boolean not null default false,
			is_minted boolean not null default false,
			contract_address text,
			minted_at timestamptz,
			version bigint not null default 1,
			failures integer not null default 0,
			idempotency_key text,
			request_hash text,
			created_at timestamptz not null default now(),
			started_at timestamptz,
			completed_at timestamptz,
			check ((status = 'completed') = (index_sha256 is not null)),
			check ((index_sha256 is null) = (pack_sha256 is null)),
			unique (owner_id, idempotency_key)
		)`.execute(db);
	await sql`create index merge_jobs_owner_id_index on merge_jobs (owner_id, created_at)`.execute(db);
	await sql`create index merge_jobs_runnable_index on merge_jobs (created_at) where status = 'processing'`.execute(db);
	await sql`create index merge_jobs_index_sha256_index on merge_jobs (index_sha256)`.execute(db);
	await sql`create index merge_jobs_pack_sha256_index on merge_jobs (pack_sha256)`.execute(db);
	await sql`create index merge_jobs_cover_sha256_index on merge_jobs (cover_sha256)`.execute(db);

	await sql`
		create table merge_inputs (
			merge_job_id text not null references merge_jobs (id) on delete cascade,
			position integer not null check (position >= 0),
			client_id text not null,
			name text not null,
			description text not null default '',
			image_count integer not null,
			uploaded_at timestamptz not null,
			manifest_sha256 text not null references blobs (sha256),
			primary key (merge_job_id, position)
		)`.execute(db);
	await sql`create index merge_inputs_manifest_sha256_index on merge_inputs (manifest_sha256)`.execute(db);

	await sql`
		create table merged_images (
			merge_job_id text not null references merge_jobs (id) on delete cascade,
			token_number integer not null check (token_number > 0),
			name text not null,
			blob_sha256 text not null references blobs (sha256),
			attributes jsonb not null,
			rarity_rank integer not null,
			rarity_score double precision not null,
			rarity_tier text not null,
			source_position integer not null,
			source_filename text not null,
			primary key (merge_job_id, token_number)
		)`.execute(db);
	await sql`create index merged_images_rank_index on merged_images (merge_job_id, rarity_rank, token_number)`.execute(
		db,
	);
	await sql`create index merged_images_blob_sha256_index on merged_images (blob_sha256)`.execute(db);
	await sql`create index merged_images_attributes_index on merged_images using gin (attributes jsonb_path_ops)`.execute(
		db,
	);

	await sql`
		create table image_previews (
			sha256 text not null references blobs (sha256) on delete cascade,
			size_px integer not null check (size_px > 0),
			preview_sha256 text not null references blobs (sha256),
			primary key (sha256, size_px)
		)`.execute(db);
	await sql`create index image_previews_preview_sha256_index on image_previews (preview_sha256)`.execute(db);

	// What nothing refers to any more goes a day later.
	await sql`alter table blobs add column unreferenced_since timestamptz`.execute(db);
	await sql`
		create index blobs_unreferenced_index on blobs (unreferenced_since) where unreferenced_since is not null`.execute(
		db,
	);
	await sql`alter table owner_blobs add column last_used_at timestamptz not null default now()`.execute(db);
}
