import { type Kysely, sql } from 'kysely';

/** A preset brings back the engine and model that it was saved with; older ones name none. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table saved_settings
			add column engine text not null default '',
			add column model text not null default ''`.execute(db);
}
