import { type Kysely, sql } from 'kysely';

/**
 * A preset brings back exact counts and rules; older ones have none. Its size is the same column with another expression,
 * which PostgreSQL changes in place only from version 17 on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table saved_settings
			add column counts jsonb,
			add column rules jsonb,
			drop column size_bytes`.execute(db);
	await sql`
		alter table saved_settings
			add column size_bytes integer not null generated always as (
				octet_length(name) + octet_length(description) + octet_length(project_name) + octet_length(races::text)
				+ octet_length(classes::text) + octet_length(afflictions::text) + octet_length(trait_weights::text)
				+ coalesce(octet_length(counts::text), 0) + coalesce(octet_length(rules::text), 0)
			) stored`.execute(db);
}
