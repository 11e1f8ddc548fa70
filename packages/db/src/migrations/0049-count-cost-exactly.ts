import { type Kysely, sql } from 'kysely';

/**
 * What a cost comes to besides whole millionths of a USD, as prices of tokens make it: rounded call by call, the sum would be
 * another than what the service bills.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	for (const table of ['generation_jobs', 'generated_images', 'image_versions']) {
		await sql`alter table ${sql.table(table)} add column cost_rest_nano_usd bigint not null default 0`.execute(db);
	}
}
