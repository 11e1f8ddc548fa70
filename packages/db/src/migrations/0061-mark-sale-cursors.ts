import { type Kysely, sql } from 'kysely';

/** Contracts of sales are followed as well, but know nothing of the vouchers that single images are minted with. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`alter table chain_cursors add column is_sale boolean not null default false`.execute(db);
	await sql`
		update chain_cursors set is_sale = true
		where exists (select from sales where sales.mint_address = chain_cursors.contract_address)`.execute(db);
}
