import { type Kysely, sql } from 'kysely';

/** Users, sessions, generation jobs with their planned images, and the facts about stored bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table users (
			id text primary key,
			discord_id text unique,
			username text,
			discriminator text,
			avatar text,
			email text,
			access_token text,
			refresh_token text,
			token_expiry timestamptz,
			roles jsonb not null default '[]',
			has_mage_access boolean not null default false,
			last_role_check timestamptz,
			generated_today integer not null default 0,
			last_generation_reset timestamptz,
			gemini_api_key text,
			last_job_number integer not null default 0,
			created_at timestamptz not null default now(),
			updated_at timestamptz not null default now()
		)`.execute(db);

	await sql`
		create table sessions (
			id text primary key,
			user_id text not null references users (id) on delete cascade,
			method text not null check (method in ('developer', 'community', 'discord', 'emergency')),
			created_at timestamptz not null default now(),
			expires_at timestamptz not null,
			absolute_expires_at timestamptz not null,
			developer_until timestamptz,
			premium_until timestamptz,
			admin_unlocked boolean not null default false
		)`.execute(db);
	await sql`create index sessions_user_id_index on sessions (user_id)`.execute(db);
	await sql`create index sessions_expires_at_index on sessions (expires_at)`.execute(db);

	await sql`
		create table password_hashes (
			id text primary key,
			kind text not null check (kind in ('developer', 'community', 'premium', 'admin')),
			hash text not null,
			generated boolean not null default false,
			created_at timestamptz not null default now()
		)`.execute(db);
	await sql`create index password_hashes_kind_index on password_hashes (kind)`.execute(db);

	await sql`
		create table blobs (
			sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
			size_bytes bigint not null check (size_bytes >= 0),
			crc32 bigint not null check (crc32 between 0 and 4294967295),
			mime text not null,
			width integer,
			height integer,
			created_at timestamptz not null default now()
		)`.execute(db);
	await sql`
		create table owner_blobs (
			owner_id text not null references users (id) on delete cascade,
			sha256 text not null references blobs (sha256) on delete cascade,
			primary key (owner_id, sha256)
		)`.execute(db);
	await sql`create index owner_blobs_sha256_index on owner_blobs (sha256)`.execute(db);

	await sql`
		create table generation_jobs (
			id text primary key,
			owner_id text not null references users (id) on delete cascade,
			number integer not null,
			races jsonb not null,
			classes jsonb not null,
			art_style text not null,
			background_type text not null default 'purple-blue-gradient',
			afflictions jsonb not null default '[]',
			batch_size integer not null check (batch_size > 0),
			project_name text,
			engine text not null,
			seed text not null,
			plan_options jsonb,
			phase text not null default 'queued' check (
				phase in ('queued', 'running', 'paused', 'cancelling', 'done', 'partial', 'cancelled', 'failed')
			),
			status text not null default 'pending' check (status in ('pending', 'generating', 'completed', 'failed')),
			progress integer not null default 0 check (progress >= 0),
			failed_images integer not null default 0 check (failed_images >= 0),
			total_images integer not null default 0 check (total_images >= 0),
			estimated_time real,
			error_message text,
			version integer not null default 0,
			last_enqueued_at timestamptz,
			created_at timestamptz not null default now(),
			started_at timestamptz,
			completed_at timestamptz,
			constraint generation_jobs_owner_id_number_unique unique (owner_id, number)
		)`.execute(db);
	await sql`
		create index generation_jobs_runnable_index on generation_jobs (created_at)
		where phase in ('queued', 'running')`.execute(db);
	await sql`create index generation_jobs_created_at_index on generation_jobs (created_at)`.execute(db);

	await sql`
		create table generated_images (
			id text primary key,
			job_id text not null references generation_jobs (id) on delete cascade,
			owner_id text not null references users (id) on delete cascade,
			token_number integer not null,
			filename text not null,
			traits jsonb not null,
			dna text not null,
			image_seed text not null,
			rarity_score double precision not null,
			rarity_rank integer not null,
			rarity_unique_traits integer not null,
			state text not null default 'planned' check (state in ('planned', 'stored', 'failed')),
			attempts integer not null default 0,
			not_before timestamptz,
			claim_token text,
			claimed_until timestamptz,
			blob_sha256 text references blobs (sha256),
			preview512_sha256 text references blobs (sha256),
			preview200_sha256 text references blobs (sha256),
			metadata jsonb not null default '{}',
			last_error text,
			created_at timestamptz not null default now(),
			stored_at timestamptz,
			constraint generated_images_job_id_token_number_unique unique (job_id, token_number),
			check ((claim_token is null) = (claimed_until is null)),
			check (
				(state = 'stored') = (blob_sha256 is not null)
				and (state = 'stored') = (preview512_sha256 is not null)
				and (state = 'stored') = (preview200_sha256 is not null)
				and (state = 'stored') = (stored_at is not null)
			)
		)`.execute(db);
	await sql`
		create index generated_images_open_index on generated_images (job_id, token_number)
		where state = 'planned'`.execute(db);
	await sql`
		create index generated_images_claim_token_index on generated_images (claim_token)
		where claim_token is not null`.execute(db);
	await sql`create index generated_images_owner_id_index on generated_images (owner_id)`.execute(db);
	await sql`create index generated_images_blob_sha256_index on generated_images (blob_sha256)`.execute(db);
	await sql`create index generated_images_preview512_sha256_index on generated_images (preview512_sha256)`.execute(db);
	await sql`create index generated_images_preview200_sha256_index on generated_images (preview200_sha256)`.execute(db);

	// Deferred: the key is taken first, so that of two simultaneous starts only one goes on to plan its job.
	await sql`
		create table idempotency_keys (
			owner_id text not null references users (id) on delete cascade,
			key text not null,
			request_hash text not null,
			job_id text not null references generation_jobs (id) on delete cascade deferrable initially deferred,
			created_at timestamptz not null default now(),
			primary key (owner_id, key)
		)`.execute(db);
	await sql`create index idempotency_keys_job_id_index on idempotency_keys (job_id)`.execute(db);

	await sql`
		create table audit_log (
			id text primary key,
			actor_id text,
			action text not null,
			subject jsonb not null,
			created_at timestamptz not null default now()
		)`.execute(db);
	await sql`create index audit_log_created_at_index on audit_log (created_at)`.execute(db);
}
