import { type Kysely, sql } from 'kysely';

/** Premium that was paid for belongs to an account and can be switched off; and who took over whose work is remembered. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table premium_payments
			add column is_active boolean not null default true`.execute(db);
	// Every call of a session looks for one.
	await sql`create index premium_payments_user_id_index on premium_payments (user_id)`.execute(db);

	// A payment on its way may name the visitor whose work an account has taken over meanwhile.
	await sql`
		alter table users
			add column adopted_by text references users (id) on delete set null`.execute(db);
}
