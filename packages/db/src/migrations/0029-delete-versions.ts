import { type Kysely, sql } from 'kysely';

/**
 * The row of a deleted version stays without its files, so that its number and its paid call are never used again and what
 * it cost stays counted. A deletion may also name files alone, or take from an owner whatever nothing uses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table image_versions
			alter column blob_sha256 drop not null,
			alter column preview512_sha256 drop not null,
			alter column preview200_sha256 drop not null,
			add check (num_nulls(blob_sha256, preview512_sha256, preview200_sha256) in (0, 3))`.execute(db);
	await sql`
		alter table generated_images
			add column deleted_versions integer not null default 0,
			add check (deleted_versions between 0 and version_count)`.execute(db);
	await sql`
		alter table deletions
			drop constraint deletions_kind_check,
			add check (kind in ('merge', 'job', 'files', 'uploads'))`.execute(db);
}
