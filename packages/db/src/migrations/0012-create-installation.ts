import { type Kysely, sql } from 'kysely';

/** What ties a database to its secret key and to its folder of files. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table installation (
			is_only boolean primary key default true check (is_only),
			-- The folder of files carries it too.
			id text not null,
			has_marked_files boolean not null default false,
			-- Null until a key was used.
			secret_key_fingerprint text,
			-- The operator gave up what the last key sealed.
			takes_any_key boolean not null default false,
			created_at timestamptz not null default now()
		)`.execute(db);
}
