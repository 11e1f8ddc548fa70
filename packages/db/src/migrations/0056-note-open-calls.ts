import { type Kysely, sql } from 'kysely';

/**
 * A call to a paid service is noted before it is sent, with what it costs should its answer never be seen: a process that
 * is killed meanwhile can no longer say so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table open_calls (
			call_id text primary key,
			image_id text not null references generated_images (id) on delete cascade,
			job_id text not null references generation_jobs (id) on delete cascade,
			claim_token text not null,
			model text not null,
			cost_micro_usd bigint not null,
			cost_rest_nano_usd bigint not null,
			is_counted boolean not null default false
		)`.execute(db);
	await sql`create index open_calls_image_index on open_calls (image_id)`.execute(db);
	await sql`create index open_calls_job_index on open_calls (job_id)`.execute(db);
}
