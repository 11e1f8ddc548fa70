import type { MintChain } from '@adx/validators/minted-token';
import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import { isOpenMint } from './mint-outcomes.ts';

/**
 * The contracts on a chain with mints that the chain can still change: open ones, and ones that were confirmed less than
 * `reorgBlocks` before the block up to which it was read.
 */
export async function listUnsettledContracts(db: Database, chain: MintChain, reorgBlocks: number): Promise<string[]> {
	const open = db.selectFrom('mintedTokens').select('contractAddress').where('chain', '=', chain).where(isOpenMint);
	const recent = db
		.selectFrom('chainCursors')
		.select('contractAddress')
		.where('chain', '=', chain)
		.where((eb) =>
			eb(
				// The highest block alone: one look into the index for each contract.
				eb
					.selectFrom('mintedTokens')
					.select(({ fn }) => fn.max('mintedTokens.blockNumber').as('blockNumber'))
					.whereRef('mintedTokens.chain', '=', 'chainCursors.chain')
					.whereRef('mintedTokens.contractAddress', '=', 'chainCursors.contractAddress'),
				'>=',
				sql<number>`chain_cursors.block_number - ${reorgBlocks}`,
			),
		);
	// A condition with `or` over both would read the whole table, every few seconds.
	const rows = await open.union(recent).execute();
	return rows.map(({ contractAddress }) => contractAddress);
}

/** Every contract on a chain that was ever followed for mints of single images. */
export async function listWatchedContracts(db: Database, chain: MintChain): Promise<string[]> {
	const rows = await db
		.selectFrom('chainCursors')
		.select('contractAddress')
		.where('chain', '=', chain)
		.where('isSale', '=', false)
		.execute();
	return rows.map(({ contractAddress }) => contractAddress);
}

/** Up to which block a contract's events were read; null before the first time. */
export async function findChainCursor(db: Database, chain: MintChain, contractAddress: string): Promise<number | null> {
	const row = await db
		.selectFrom('chainCursors')
		.select('blockNumber')
		.where('chain', '=', chain)
		.where('contractAddress', '=', contractAddress)
		.executeTakeFirst();
	return row?.blockNumber ?? null;
}

/** Moves the cursor, back as well. */
export async function saveChainCursor(
	db: Database,
	cursor: {
		readonly chain: MintChain;
		readonly contractAddress: string;
		readonly blockNumber: number;
		/** Whether it is a contract of a sale. */
		readonly isSale: boolean;
		readonly now: Date;
	},
): Promise<void> {
	const { now, ...place } = cursor;
	await db
		.insertInto('chainCursors')
		.values({ ...place, updatedAt: now })
		.onConflict((conflict) =>
			conflict
				.columns(['chain', 'contractAddress'])
				.doUpdateSet({ blockNumber: place.blockNumber, isSale: place.isSale, updatedAt: now }),
		)
		.execute();
}
