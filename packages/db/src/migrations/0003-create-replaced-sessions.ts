import { type Kysely, sql } from 'kysely';

/** Sessions that another one took the place of, remembered for a few minutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table replaced_sessions (
			id text primary key check (id ~ '^[0-9a-f]{64}$'),
			forget_at timestamptz not null
		)`.execute(db);
	await sql`create index replaced_sessions_forget_at_index on replaced_sessions (forget_at)`.execute(db);
}
