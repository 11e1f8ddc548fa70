import { type Kysely, sql } from 'kysely';

/** A sale may run in phases, each with a price, a time, limits and a list of wallets of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		create table sale_phases (
			id text primary key,
			sale_id text not null references sales (id) on delete cascade,
			position integer not null check (position >= 0),
			name text not null,
			price_lamports numeric(20, 0) not null check (price_lamports between 0 and 18446744073709551615),
			starts_at timestamptz,
			ends_at timestamptz,
			wallet_limit integer check (wallet_limit > 0),
			total_limit integer check (total_limit > 0),
			has_allowlist boolean not null,
			unique (sale_id, position),
			check (starts_at < ends_at)
		)`.execute(db);
	await sql`
		create table sale_allowlist (
			phase_id text not null references sale_phases (id) on delete cascade,
			wallet_address text not null,
			primary key (phase_id, wallet_address)
		)`.execute(db);
	await sql`
		alter table sale_reservations
			add column phase_id text references sale_phases (id) on delete set null`.execute(db);
	await sql`
		create index sale_reservations_phase_index on sale_reservations (phase_id, wallet_address)
		where phase_id is not null`.execute(db);
}
