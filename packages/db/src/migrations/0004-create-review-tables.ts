import { type Kysely, sql } from 'kysely';

/** Job control, paid engines, versions and review of images, saved settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table generation_jobs
			add column model text,
			add column sealed_api_key text,
			add column api_key_id text,
			add column pause_reason text check (pause_reason in ('user', 'key_refused', 'day_quota', 'storage_full')),
			add column key_proven boolean not null default false,
			add column model_moved boolean not null default false,
			add column request_failures integer not null default 0,
			add column paused_at timestamptz,
			add column idle_ms bigint not null default 0,
			add column redraws integer not null default 0 check (redraws >= 0),
			add column paid_calls integer not null default 0,
			add column cost_micro_usd bigint not null default 0`.execute(db);
	await sql`drop index generation_jobs_runnable_index`.execute(db);
	await sql`
		create index generation_jobs_runnable_index on generation_jobs (created_at)
		where phase in ('queued', 'running') or redraws > 0`.execute(db);

	await sql`
		alter table generated_images
			add column redraw boolean not null default false,
			add column locked boolean not null default false,
			add column mark text check (mark in ('kept', 'rejected')),
			add column failure text check (
				failure in ('blocked', 'no_image', 'bad_image', 'request', 'transient', 'engine')
			),
			add column tries jsonb not null default '{}',
			add column paid_calls integer not null default 0,
			add column cost_micro_usd bigint not null default 0,
			add column chosen_version integer,
			add column version_count integer not null default 0`.execute(db);
	await sql`drop index generated_images_open_index`.execute(db);
	await sql`
		create index generated_images_open_index on generated_images (job_id, token_number)
		where state = 'planned' or redraw`.execute(db);

	await sql`
		create table image_versions (
			image_id text not null references generated_images (id) on delete cascade,
			number integer not null check (number > 0),
			blob_sha256 text not null references blobs (sha256),
			preview512_sha256 text not null references blobs (sha256),
			preview200_sha256 text not null references blobs (sha256),
			image_seed text not null,
			model text,
			prompt text,
			prompt_hash text,
			finish_reason text,
			paid_calls integer not null default 0,
			cost_micro_usd bigint not null default 0,
			created_at timestamptz not null default now(),
			primary key (image_id, number)
		)`.execute(db);
	await sql`create index image_versions_blob_sha256_index on image_versions (blob_sha256)`.execute(db);
	await sql`create index image_versions_preview512_sha256_index on image_versions (preview512_sha256)`.execute(db);
	await sql`create index image_versions_preview200_sha256_index on image_versions (preview200_sha256)`.execute(db);
	await sql`
		insert into image_versions (
			image_id, number, blob_sha256, preview512_sha256, preview200_sha256, image_seed, created_at
		)
		select id, 1, blob_sha256, preview512_sha256, preview200_sha256, image_seed, stored_at
		from generated_images where state = 'stored'`.execute(db);
	await sql`
		update generated_images set chosen_version = 1, version_count = 1 where state = 'stored'`.execute(db);
	await sql`
		alter table generated_images
			add check ((state = 'stored') = (chosen_version is not null)),
			add check (chosen_version <= version_count)`.execute(db);

	await sql`
		create table engine_keys (
			id text primary key,
			rate_per_minute double precision not null check (rate_per_minute > 0),
			tokens double precision not null,
			refilled_at timestamptz not null,
			grown_at timestamptz not null,
			blocked_until timestamptz
		)`.execute(db);
	await sql`
		create table engine_key_turns (
			token text primary key,
			key_id text not null references engine_keys (id) on delete cascade,
			alone boolean not null,
			expires_at timestamptz not null
		)`.execute(db);
	await sql`create index engine_key_turns_key_id_index on engine_key_turns (key_id)`.execute(db);
	await sql`
		create table engine_breakers (
			model text primary key,
			failures integer not null,
			window_started_at timestamptz not null,
			open_until timestamptz
		)`.execute(db);

	await sql`
		create table saved_settings (
			id text primary key,
			owner_id text not null references users (id) on delete cascade,
			name text not null,
			description text not null default '',
			races jsonb not null default '[]',
			classes jsonb not null default '[]',
			art_style text not null default '',
			background_type text not null default 'purple-blue-gradient',
			afflictions jsonb not null default '[]',
			batch_size integer not null default 1,
			project_name text not null default '',
			include_metadata boolean not null default true,
			generate_rarity boolean not null default true,
			upload_to_ipfs boolean not null default false,
			trait_weights jsonb not null default '{}',
			created_at timestamptz not null default now(),
			updated_at timestamptz not null default now(),
			constraint saved_settings_owner_id_name_unique unique (owner_id, name)
		)`.execute(db);
}
