import { type Kysely, sql } from 'kysely';

/** Tokens on EVM chains, the vouchers that permit them, and how far each chain was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
	// A token outlives the image it was made from, whose row may be cleaned up.
	await sql`
		create table minted_tokens (
			id text primary key,
			owner_id text not null references users (id) on delete cascade,
			image_id text not null,
			chain text not null check (chain in ('polygon', 'ethereum')),
			contract_address text not null,
			token_id numeric(20, 0) not null check (token_id between 0 and 18446744073709551615),
			status text not null check (status in ('prepared', 'minting', 'confirmed', 'failed')),
			owner_address text not null,
			nft_name text not null,
			nft_description text not null,
			metadata_sha256 text not null,
			metadata_cid text not null,
			image_cid text not null,
			token_uri text not null,
			tx_hash text,
			block_number bigint,
			block_hash text,
			error_message text,
			is_final boolean not null default false,
			created_at timestamptz not null default now(),
			minted_at timestamptz,
			unique (image_id, chain),
			unique (chain, contract_address, token_id),
			check ((status = 'confirmed') = (minted_at is not null)),
			check (not is_final or status = 'failed'),
			check ((minted_at is null) = (block_number is null)),
			check ((block_number is null) = (block_hash is null))
		)`.execute(db);
	await sql`create index minted_tokens_owner_id_index on minted_tokens (owner_id, chain)`.execute(db);
	await sql`
		create index minted_tokens_open_index on minted_tokens (chain)
		where status in ('prepared', 'minting', 'failed') and not is_final`.execute(db);

	await sql`
		create table mint_metadata (
			mint_id text not null references minted_tokens (id) on delete cascade,
			sha256 text not null,
			cid text not null,
			json text not null,
			nft_name text not null,
			nft_description text not null,
			owner_address text not null,
			image_sha256 text not null references blobs (sha256),
			image_cid text not null,
			published_at timestamptz,
			created_at timestamptz not null default now(),
			primary key (mint_id, sha256, owner_address)
		)`.execute(db);
	await sql`create index mint_metadata_image_sha256_index on mint_metadata (image_sha256)`.execute(db);

	await sql`
		create table mint_vouchers (
			id text primary key,
			mint_id text not null unique references minted_tokens (id) on delete cascade,
			chain text not null,
			nonce numeric(20, 0) not null,
			signature text not null,
			deadline timestamptz not null,
			used boolean not null default false,
			signed_at_block bigint not null,
			created_at timestamptz not null default now(),
			used_at timestamptz,
			unique (chain, nonce),
			check (used = (used_at is not null))
		)`.execute(db);

	await sql`
		create table chain_cursors (
			chain text not null,
			contract_address text not null,
			block_number bigint not null,
			updated_at timestamptz not null default now(),
			primary key (chain, contract_address)
		)`.execute(db);

	// A payment stays used, whatever becomes of whoever used it.
	await sql`
		create table premium_payments (
			chain text not null,
			signature text not null,
			user_id text not null,
			created_at timestamptz not null default now(),
			primary key (chain, signature)
		)`.execute(db);
}
