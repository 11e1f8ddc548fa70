import { type Kysely, sql } from 'kysely';

/**
 * Since when a worker has a sale or a reveal to prepare: a sale may be started again long after it was created, and a
 * reveal begins up to two weeks after its order was drawn. Null for those that were never started again, or are from before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table sales add column preparing_since timestamptz`.execute(db);
	await sql`alter table sale_reveals add column preparing_since timestamptz`.execute(db);
}
