import { type Kysely, sql } from 'kysely';

/** What moves and so has no PNG is noted beside its file: finding that out takes reading all of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table blobs add column is_animated boolean not null default false`.execute(db);
}
