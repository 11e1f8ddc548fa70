import { type Kysely, sql } from 'kysely';

/** A job says where its engine's service is, for engines whose creators name it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table generation_jobs add column engine_address text`.execute(db);
}
