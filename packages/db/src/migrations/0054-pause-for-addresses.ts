import { type Kysely, sql } from 'kysely';

/** Jobs also pause because the address of their service is not to be called. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table generation_jobs
			drop constraint generation_jobs_pause_reason_check,
			add constraint generation_jobs_pause_reason_check check (
				pause_reason in ('user', 'key_refused', 'address_refused', 'day_quota', 'storage_full', 'storage_away')
			)`.execute(db);
}
