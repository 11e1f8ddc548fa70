import { type Kysely, sql } from 'kysely';

/** What brings an account without Discord back in another browser: one code each, of which a hash is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table recovery_codes (
			user_id text primary key references users (id) on delete cascade,
			hash text not null unique,
			created_at timestamptz not null default now()
		)`.execute(db);
}
