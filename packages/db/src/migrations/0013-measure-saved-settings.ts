import { type Kysely, sql } from 'kysely';

/** A list of presets tells how large each is, and their sum is limited, without the weights being read. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table saved_settings
			add column size_bytes integer not null generated always as (
				octet_length(name) + octet_length(description) + octet_length(project_name) + octet_length(races::text)
				+ octet_length(classes::text) + octet_length(afflictions::text) + octet_length(trait_weights::text)
			) stored`.execute(db);
}
