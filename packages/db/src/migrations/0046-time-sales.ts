import { type Kysely, sql } from 'kysely';

/** A creator can say when a sale starts and ends, whatever phases it has. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table sales
			add column starts_at timestamptz,
			add column ends_at timestamptz,
			add constraint sales_times_check check (starts_at < ends_at)`.execute(db);
}
