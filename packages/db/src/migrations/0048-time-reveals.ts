import { type Kysely, sql } from 'kysely';

/** A reveal that its creator does not start starts by itself, and draws that nobody stored in time are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table sale_reveals
			add column drawn_at timestamptz,
			add column forgotten_draws integer not null default 0`.execute(db);
	// When they were drawn was not recorded: their time to be revealed starts now.
	await sql`update sale_reveals set drawn_at = now() where draw_hash is not null`.execute(db);
}
