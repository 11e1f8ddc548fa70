import { type Kysely, sql } from 'kysely';

/** Pictures that were paid for and wait for storage, and how often a job's own run failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table generated_images add column scratch_call_id text`.execute(db);
	await sql`alter table image_versions add column call_id text`.execute(db);
	await sql`
		create unique index image_versions_call_id_index on image_versions (call_id) where call_id is not null`.execute(db);
	await sql`
		alter table generation_jobs
			add column failures integer not null default 0,
			drop constraint generation_jobs_pause_reason_check,
			add constraint generation_jobs_pause_reason_check check (
				pause_reason in ('user', 'key_refused', 'day_quota', 'storage_full', 'storage_away')
			)`.execute(db);
}
