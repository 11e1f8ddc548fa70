import { type Kysely, sql } from 'kysely';

/**
 * Pictures that go with every call of a job, so that its images look alike: the creator's own and images that were kept in
 * review, as they were read and encoded again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table job_references (
			id text primary key,
			job_id text not null references generation_jobs (id) on delete cascade,
			place smallint not null check (place >= 1),
			blob_sha256 text not null references blobs (sha256),
			preview_sha256 text not null references blobs (sha256),
			-- What the picture looks like, as images have it too: how far they drift from it is computed from the two.
			fingerprint text,
			source_image_id text references generated_images (id) on delete set null,
			created_at timestamptz not null default now(),
			unique (job_id, place)
		)`.execute(db);
	await sql`create index job_references_blob_sha256_index on job_references (blob_sha256)`.execute(db);
	await sql`create index job_references_preview_sha256_index on job_references (preview_sha256)`.execute(db);
	await sql`create index job_references_source_image_id_index on job_references (source_image_id)`.execute(db);
	await sql`
		alter table generation_jobs
			add column style_lock boolean not null default false,
			add column uses_sketch boolean not null default false`.execute(db);
	for (const table of ['generated_images', 'image_versions']) {
		await sql`alter table ${sql.table(table)} add column fingerprint text`.execute(db);
	}
}
