import { type Kysely, sql } from 'kysely';

/** Reservations of a wallet that signed a message to show whose it is; a message makes one reservation at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table sale_reservations add column proof_nonce text`.execute(db);
	await sql`
		create index sale_reservations_proof_nonce_index on sale_reservations (proof_nonce)
		where proof_nonce is not null`.execute(db);
}
