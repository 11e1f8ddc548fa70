import { type Kysely, sql } from 'kysely';

/**
 * The page of a sale may show items that nobody has bought yet: each, a sample, or none, as its creator says. Sales that
 * are there already showed none, and go on so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table sales
			add column item_preview text not null default 'covered' check (item_preview in ('all', 'sample', 'covered'))`.execute(
		db,
	);
	await sql`alter table sales alter column item_preview set default 'sample'`.execute(db);
}
