import { type Kysely, sql } from 'kysely';

/** Personal access tokens, Discord sign-ins under way, emergency access given, and when roles are looked at again. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table users
			add column next_role_check_at timestamptz`.execute(db);
	await sql`
		create index users_next_role_check_at_index on users (next_role_check_at)
		where next_role_check_at is not null`.execute(db);

	await sql`
		alter table sessions
			add column images_left integer check (images_left >= 0)`.execute(db);

	await sql`
		create table access_tokens (
			id text primary key,
			user_id text not null references users (id) on delete cascade,
			name text not null,
			hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
			scopes jsonb not null,
			created_at timestamptz not null default now(),
			expires_at timestamptz not null,
			last_used_at timestamptz
		)`.execute(db);
	await sql`create index access_tokens_user_id_index on access_tokens (user_id)`.execute(db);
	await sql`create index access_tokens_expires_at_index on access_tokens (expires_at)`.execute(db);

	await sql`
		create table discord_states (
			hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
			expires_at timestamptz not null
		)`.execute(db);
	await sql`create index discord_states_expires_at_index on discord_states (expires_at)`.execute(db);

	await sql`
		create table emergency_grants (
			network text not null,
			day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
			created_at timestamptz not null default now(),
			primary key (network, day)
		)`.execute(db);
}
