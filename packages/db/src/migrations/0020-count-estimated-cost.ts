import { type Kysely, sql } from 'kysely';

/** Which part of a cost is no more than an estimate, since the service did not say what it charged. */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const table of ['generation_jobs', 'generated_images']) {
		await sql`alter table ${sql.table(table)} add column estimated_micro_usd bigint not null default 0`.execute(db);
	}
}
