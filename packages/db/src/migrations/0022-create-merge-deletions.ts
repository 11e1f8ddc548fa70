import { type Kysely, sql } from 'kysely';

/**
 * Merges whose files are still being freed. Their tokens outlive them until then and are deleted in slices, since a merge may
 * have 100,000 of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table merge_deletions (
			-- The merge's.
			id text primary key,
			owner_id text not null references users (id) on delete cascade,
			uploads_used_until timestamptz not null,
			hashes jsonb not null,
			created_at timestamptz not null
		)`.execute(db);
	await sql`create index merge_deletions_owner_id_index on merge_deletions (owner_id)`.execute(db);
	await sql`alter table merged_images drop constraint merged_images_merge_job_id_fkey`.execute(db);
}
