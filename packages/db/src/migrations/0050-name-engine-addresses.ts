import { type Kysely, sql } from 'kysely';

/** A job says where its engine's service is and by which workflow that paints, for engines whose creators bring these. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table generation_jobs
			add column engine_address text,
			add column workflow text`.execute(db);
}
