import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../client/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import { multiplyRow } from '../../testing/many-rows-testing.ts';
import { countRowsRead } from '../../testing/query-plans-testing.ts';
import { addPreparedMint, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { listUnsettledContracts, saveChainCursor } from './chain-cursors.ts';
import { listConfirmedSince, listOpenMints, listOverdueTransactions } from './mint-outcomes.ts';

// As many tokens as years of use make: what is asked for each chain every four seconds may not grow with them.

const tokenCount = 5_000;
const openCount = 20;
const isConfirmed = sql`place > ${sql.lit(openCount)}`;

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
	const { db } = database;
	await addPreparedMint(db, await addUser(db));
	await multiplyRow(db, 'minted_tokens', tokenCount, {
		image_id: sql`'image-' || place`,
		token_id: sql`place`,
		contract_address: sql`case when place % 2 = 0 then '0xContract' else '0xEarlier' end`,
		status: sql`case when ${isConfirmed} then 'confirmed' else 'minting' end`,
		tx_hash: sql`'0x' || place`,
		block_number: sql`case when ${isConfirmed} then place end`,
		block_hash: sql`case when ${isConfirmed} then '0xblock' || place end`,
		minted_at: sql`case when ${isConfirmed} then ${secondsAfterStart(60)}::timestamptz end`,
	});
	for (const contractAddress of ['0xContract', '0xEarlier']) {
		const read = { chain: 'polygon', contractAddress, blockNumber: tokenCount } as const;
		await saveChainCursor(db, { ...read, isSale: false, now: secondsAfterStart(0) });
	}
});
afterAll(() => database.destroy());

const asked: Readonly<Record<string, (db: Database) => Promise<readonly unknown[]>>> = {
	'contracts that mints wait on': (db) => listUnsettledContracts(db, 'polygon', 128),
	'open mints of a contract': (db) => listOpenMints(db, 'polygon', '0xContract'),
	'mints that were confirmed last': (db) => listConfirmedSince(db, 'polygon', '0xContract', tokenCount - 128),
	'transactions that a node should know': (db) => listOverdueTransactions(db, 'polygon', '0xContract', 60_000),
};

// Without numbers about the tables first: the embedded database gathers none by itself.
describe.each(['before the table was analysed', 'after that'])('of many minted tokens, %s,', (moment) => {
	beforeAll(async () => {
		if (moment === 'after that') await sql`analyze minted_tokens, chain_cursors`.execute(database.db);
	});

	it.each(Object.entries(asked))('%s: found by looking at few of them', async (_, ask) => {
		expect((await ask(database.db)).length).toBeGreaterThan(0);
		const read = await countRowsRead(database.db, 'minted_tokens', ask);
		expect(read.length).toBeGreaterThan(0);
		for (const rows of read) expect(rows).toBeLessThanOrEqual(130);
	});
});
