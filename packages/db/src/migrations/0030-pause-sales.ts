import { type Kysely, sql } from 'kysely';

/** A creator can stop a running sale for a while, and for good. What was reserved before is settled all the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table sales add column paused_at timestamptz, add column closed_at timestamptz`.execute(db);
}
