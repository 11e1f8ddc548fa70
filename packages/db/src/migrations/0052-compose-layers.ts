import { type Kysely, sql } from 'kysely';

/**
 * Jobs whose images are composed of their creator's own layers: the job names the uploaded list of its layers, an image says
 * what it is composed of, and the list's files are kept for as long as the list is. Such a job has neither style nor
 * background of the catalogue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table generation_jobs
			add column layers_sha256 text references blobs (sha256),
			alter column art_style drop not null,
			alter column background_type drop not null`.execute(db);
	await sql`
		create index generation_jobs_layers_sha256_index on generation_jobs (layers_sha256)
		where layers_sha256 is not null`.execute(db);
	await sql`alter table generated_images add column drawing jsonb`.execute(db);
	await sql`
		create table layer_files (
			list_sha256 text not null references blobs (sha256) on delete cascade,
			place integer not null check (place >= 0),
			sha256 text not null references blobs (sha256),
			path text not null,
			primary key (list_sha256, place)
		)`.execute(db);
	await sql`create index layer_files_sha256_index on layer_files (sha256)`.execute(db);
}
