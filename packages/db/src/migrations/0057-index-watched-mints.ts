import { type Kysely, sql } from 'kysely';

/**
 * What is asked for each chain every few seconds: the open mints of a contract, and those confirmed in its last blocks.
 * The index of open mints names the contract, or a database without statistics prefers the unique one of all its tokens.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
	await sql`drop index minted_tokens_open_index`.execute(db);
	await sql`
		create index minted_tokens_open_index on minted_tokens (chain, contract_address)
		where status in ('prepared', 'minting', 'failed') and not is_final`.execute(db);
	await sql`
		create index minted_tokens_block_index on minted_tokens (chain, contract_address, block_number)
		where block_number is not null`.execute(db);
}
