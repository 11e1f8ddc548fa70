import { type Kysely, sql } from 'kysely';

/** What a sale's chain says of who may change how many items there can be, and whether it is paused or over there. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table sales
			add column cap_fixed_at timestamptz,
			add column cap_tries integer not null default 0,
			add column chain_state text check (chain_state in ('open', 'paused', 'ended'))`.execute(db);
	await sql`create index sales_cap_index on sales (cluster) where phase = 'sold_out' and cap_fixed_at is null`.execute(
		db,
	);
}
