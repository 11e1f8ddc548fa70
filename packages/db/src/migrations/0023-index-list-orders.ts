import { type Kysely, sql } from 'kysely';

/** One index for the order of each list, so that a page of it reads that page's rows alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`create index generation_jobs_owner_order_index on generation_jobs (owner_id, created_at, number, id)`.execute(
		db,
	);
	await sql`create index generation_jobs_order_index on generation_jobs (created_at, number, id)`.execute(db);
	await sql`drop index generation_jobs_created_at_index`.execute(db);

	await sql`create index merge_jobs_owner_order_index on merge_jobs (owner_id, created_at, id)`.execute(db);
	await sql`drop index merge_jobs_owner_id_index`.execute(db);
	await sql`create index merge_jobs_order_index on merge_jobs (created_at, id)`.execute(db);
	await sql`
		create index merge_jobs_gallery_index on merge_jobs (completed_at, id)
		where status = 'completed' and not hidden`.execute(db);

	await sql`create index attribute_jobs_owner_order_index on attribute_jobs (owner_id, created_at, id)`.execute(db);
	await sql`drop index attribute_jobs_owner_id_index`.execute(db);

	await sql`create index minted_tokens_owner_order_index on minted_tokens (owner_id, chain, created_at, id)`.execute(
		db,
	);
	await sql`drop index minted_tokens_owner_id_index`.execute(db);
}
