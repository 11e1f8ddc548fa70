import { type Kysely, sql } from 'kysely';

/**
 * Jobs are deleted as merges are: what refers to files outlives them and is deleted in slices, since a job may have 10,000
 * images with several versions each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table merge_deletions rename to deletions`.execute(db);
	await sql`alter index merge_deletions_owner_id_index rename to deletions_owner_id_index`.execute(db);
	await sql`
		alter table deletions
			add column kind text not null default 'merge' check (kind in ('merge', 'job'))`.execute(db);
	await sql`alter table generated_images drop constraint generated_images_job_id_fkey`.execute(db);
}
