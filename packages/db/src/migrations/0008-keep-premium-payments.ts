import { type Kysely, sql } from 'kysely';

/** Premium that was paid for belongs to an account and can be switched off; and who took over whose work is remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table premium_payments
			add column is_active boolean not null default true`.execute(db);
	// Every call of a session looks for one.
	await sql`create index premium_payments_user_id_index on premium_payments (user_id)`.execute(db);

	// What carries no account's id belongs to whoever named it first, also before the chain has confirmed it.
	await sql`
		create table premium_claims (
			chain text not null,
			signature text not null,
			user_id text not null references users (id) on delete cascade,
			created_at timestamptz not null default now(),
			primary key (chain, signature)
		)`.execute(db);
	await sql`create index premium_claims_user_id_index on premium_claims (user_id)`.execute(db);

	// What an address got before Premium was sold for it was paid for something else.
	await sql`
		create table premium_offers (
			chain text not null,
			treasury text not null,
			offered_since timestamptz not null,
			primary key (chain, treasury)
		)`.execute(db);

	// A payment on its way may name the visitor whose work an account has taken over meanwhile.
	await sql`
		alter table users
			add column adopted_by text references users (id) on delete set null`.execute(db);
}
