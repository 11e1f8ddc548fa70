import { type Kysely, sql } from 'kysely';

/**
 * The version of the forge that a job was planned with, and that an image's version was drawn with: the same seed draws
 * another picture in another one. Null for other engines and for what is from before, which was version 1.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table generation_jobs add column forge_version smallint`.execute(db);
	await sql`alter table image_versions add column forge_version smallint`.execute(db);
}
