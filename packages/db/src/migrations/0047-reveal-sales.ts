import { type Kysely, sql } from 'kysely';

/** The items of a sale may be covered until it has ended, and are then shown in an order that nobody could know before. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table sales
			add column is_delayed boolean not null default false,
			add column revealed_at timestamptz`.execute(db);
	// Which token of the merge an item shows; null for the one of its own number.
	await sql`alter table sale_pieces add column image_number integer`.execute(db);
	await sql`
		create table sale_reveals (
			sale_id text primary key references sales (id) on delete cascade,
			-- Hashes in hex. The provenance is that of item_hashes: those of all items in their first order, one after the other.
			seed_commitment text not null,
			provenance text not null,
			item_hashes text not null,
			phase text not null default 'covered'
				check (phase in ('covered', 'drawing', 'drawn', 'preparing', 'unpublished', 'ready', 'revealed')),
			draw_block bigint,
			draw_hash text,
			-- Of the transaction on Solana by which the sale ended.
			end_signature text,
			chain_step text check (chain_step in ('end', 'draw', 'reveal')),
			progress integer not null default 0,
			error_message text,
			failures integer not null default 0,
			metadata_root text,
			images_root text,
			check (phase in ('covered', 'drawing') or draw_hash is not null),
			check (phase in ('covered', 'drawing', 'drawn', 'preparing') or metadata_root is not null)
		)`.execute(db);
	await sql`
		create index sales_covered_cap_index on sales (cluster)
		where is_delayed and closed_at is not null and cap_fixed_at is null`.execute(db);
	await sql`create index sale_reveals_open_index on sale_reveals (phase) where phase <> 'revealed'`.execute(db);
}
