import { type Kysely, sql } from 'kysely';

/** A payment for Premium is noted before the wallet is asked, and looked for on the chain from the block before it on. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table started_payments (
			user_id text not null references users (id) on delete cascade,
			chain text not null,
			from_block bigint not null,
			is_open boolean not null default true,
			created_at timestamptz not null default now(),
			primary key (user_id, chain)
		)`.execute(db);
	await sql`create index started_payments_chain_index on started_payments (chain)`.execute(db);
	// Up to which block the transfers to an address were read.
	await sql`alter table premium_offers add column read_to_block bigint`.execute(db);
}
