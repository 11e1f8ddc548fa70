import { type Kysely, sql } from 'kysely';

/** Sales of merged collections on Solana: what is sold, who holds which piece, and every transaction that was signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table sales (
			id text primary key,
			merge_job_id text not null unique references merge_jobs (id) on delete cascade,
			owner_id text not null references users (id) on delete cascade,
			cluster text not null,
			wallet_address text not null,
			name text not null,
			symbol text not null,
			description text not null,
			price_lamports numeric(20, 0) not null check (price_lamports between 0 and 18446744073709551615),
			royalty_basis_points integer not null check (royalty_basis_points between 0 and 1000),
			supply integer not null check (supply > 0),
			phase text not null
				check (phase in ('preparing', 'unsigned', 'confirming', 'unpublished', 'selling', 'sold_out', 'failed')),
			progress integer not null default 0 check (progress between 0 and 100),
			error_message text,
			sealed_secret text not null,
			mint_address text not null unique,
			metadata_root text,
			images_root text,
			published boolean not null default false,
			failures integer not null default 0,
			-- Told with every change of a piece: counting ten thousand of them takes longer than all else that a visitor asks.
			bought_count integer not null default 0 check (bought_count >= 0),
			own_count integer not null default 0 check (own_count >= 0),
			sold_lamports numeric(28, 0) not null default 0 check (sold_lamports >= 0),
			version bigint not null default 1,
			created_at timestamptz not null default now(),
			started_at timestamptz,
			ended_at timestamptz,
			check ((metadata_root is null) = (images_root is null)),
			check (phase not in ('unsigned', 'confirming', 'unpublished', 'selling', 'sold_out') or metadata_root is not null),
			check (phase not in ('unpublished', 'selling', 'sold_out') or started_at is not null),
			check (bought_count + own_count <= supply),
			check ((phase = 'sold_out') = (ended_at is not null))
		)`.execute(db);
	await sql`create index sales_owner_id_index on sales (owner_id)`.execute(db);

	await sql`
		create table sale_reservations (
			id text primary key,
			sale_id text not null references sales (id) on delete cascade,
			kind text not null check (kind in ('buy', 'own')),
			wallet_address text not null,
			status text not null default 'reserved'
				check (status in ('reserved', 'sent', 'confirmed', 'failed', 'expired')),
			price_lamports numeric(20, 0) not null,
			piece_count integer not null check (piece_count > 0),
			-- Whose network it was, so that nobody holds many; a keyed hash, since it is nobody's business.
			requester text not null,
			last_valid_block_height bigint not null,
			error_message text,
			created_at timestamptz not null default now(),
			expires_at timestamptz not null
		)`.execute(db);
	await sql`
		create unique index sale_reservations_open_index on sale_reservations (sale_id, kind, wallet_address)
		where status in ('reserved', 'sent')`.execute(db);
	await sql`
		create index sale_reservations_lapsed_index on sale_reservations (created_at)
		where status = 'expired'`.execute(db);
	await sql`
		create index sale_reservations_requester_index on sale_reservations (requester)
		where status = 'reserved'`.execute(db);

	await sql`
		create table sale_pieces (
			sale_id text not null references sales (id) on delete cascade,
			token_number integer not null,
			-- The order in which they are sold.
			position integer not null,
			mint_address text not null unique,
			status text not null default 'free' check (status in ('free', 'held', 'minted')),
			reservation_id text references sale_reservations (id),
			owner_address text,
			-- What the creator got for it; null for one that the creator kept.
			paid_lamports numeric(20, 0),
			signature text,
			minted_at timestamptz,
			-- The slot it was seen in is finalized: the chain cannot take it back.
			is_final boolean not null default false,
			primary key (sale_id, token_number),
			unique (sale_id, position),
			check ((status = 'free') = (reservation_id is null) or status = 'minted'),
			check ((status = 'minted') = (minted_at is not null)),
			check ((owner_address is null) = (minted_at is null)),
			check (status = 'minted' or not is_final)
		)`.execute(db);
	await sql`create index sale_pieces_free_index on sale_pieces (sale_id, position) where status = 'free'`.execute(db);
	await sql`create index sale_pieces_unsettled_index on sale_pieces (sale_id) where not is_final`.execute(db);
	await sql`
		create index sale_pieces_watched_index on sale_pieces (sale_id)
		where status <> 'free' and not is_final`.execute(db);
	await sql`create index sale_pieces_reservation_id_index on sale_pieces (reservation_id)`.execute(db);
	await sql`
		create index sale_pieces_minted_index on sale_pieces (sale_id, minted_at, token_number) where status = 'minted'`.execute(
		db,
	);

	await sql`
		create table sale_transactions (
			id text primary key,
			sale_id text not null references sales (id) on delete cascade,
			-- Null for the collection's own.
			reservation_id text references sale_reservations (id) on delete cascade,
			token_number integer,
			-- As it was built: nothing else is ever signed with a key of the sale. Built twice within a block it is the same.
			message text not null unique,
			last_valid_block_height bigint not null,
			status text not null default 'built' check (status in ('built', 'sent', 'confirmed', 'failed', 'expired')),
			-- Written down before it is sent.
			signature text unique,
			wire text,
			error_message text,
			created_at timestamptz not null default now(),
			sent_at timestamptz,
			slot bigint,
			check ((signature is null) = (wire is null)),
			check ((reservation_id is null) = (token_number is null)),
			check (status = 'built' or status = 'expired' or signature is not null)
		)`.execute(db);
	await sql`create index sale_transactions_token_index on sale_transactions (sale_id, token_number)`.execute(db);
	await sql`create index sale_transactions_reservation_id_index on sale_transactions (reservation_id)`.execute(db);
	await sql`
		create index sale_transactions_open_index on sale_transactions (sale_id)
		where status in ('built', 'sent')`.execute(db);
}
