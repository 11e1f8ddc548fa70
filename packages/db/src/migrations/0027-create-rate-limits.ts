import { type Kysely, sql } from 'kysely';

/**
 * Tries that processes on one server count together. What a crash of the server forgets may be tried again, as after a
 * restart of a process that counts by itself, so nothing of it is written ahead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create unlogged table rate_limits (
			key text primary key,
			tries timestamptz[] not null,
			last_id text not null,
			refused_at timestamptz,
			refused_id text,
			changed_at timestamptz not null
		)`.execute(db);
}
