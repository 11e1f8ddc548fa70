import { type Kysely, sql } from 'kysely';

/** Sales on EVM chains: the calls that wallets are asked to send, each of which the chain can take until its deadline. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table sale_calls (
			id text primary key,
			sale_id text not null references sales (id) on delete cascade,
			-- Null for the one that deploys the collection.
			reservation_id text references sale_reservations (id) on delete cascade,
			data text not null,
			deadline timestamptz not null,
			-- A wallet says that it sent it: anybody may say so, with any hash.
			hash text,
			status text not null default 'open' check (status in ('open', 'confirmed', 'failed', 'expired')),
			created_at timestamptz not null default now()
		)`.execute(db);
	await sql`create index sale_calls_reservation_id_index on sale_calls (reservation_id)`.execute(db);
	await sql`create index sale_calls_open_index on sale_calls (sale_id) where status = 'open'`.execute(db);
}
