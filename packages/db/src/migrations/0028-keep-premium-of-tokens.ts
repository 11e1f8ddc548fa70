import { type Kysely, sql } from 'kysely';

/** Until when a passphrase makes an access token premium; what its user paid for is looked up at each call. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table access_tokens add column premium_until timestamptz`.execute(db);
}
