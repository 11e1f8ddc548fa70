import { type Kysely, sql } from 'kysely';

/** Downloads of merges that are under way; a merge is not deleted while it has one. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table merge_downloads (
			id text primary key,
			merge_job_id text not null references merge_jobs (id) on delete cascade,
			renewed_at timestamptz not null
		)`.execute(db);
	await sql`create index merge_downloads_merge_job_id_index on merge_downloads (merge_job_id)`.execute(db);
}
