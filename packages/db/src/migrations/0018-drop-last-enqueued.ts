import { type Kysely, sql } from 'kysely';

/** When a worker was last woken is asked of the queue, never of the job. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table generation_jobs drop column last_enqueued_at`.execute(db);
}
