import { type Kysely, sql } from 'kysely';

/** The owner of a mint can give it up, and a transaction that the chain's node does not know is told as such. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`
		alter table minted_tokens
			add column cancelled_at timestamptz,
			add column tx_reported_at timestamptz,
			add column tx_is_unknown boolean not null default false`.execute(db);
}
