import { join } from 'node:path';
import { hasAnvil, type MintChainTest, startMintChain, withWrongSignature } from '@adx/core/mint/mint-testing';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { lockTable } from '@adx/db/testing/fault-testing';
import { type FakeKubo, startFakeKubo } from '@adx/fakes/kubo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { createMintVariables } from '../testing/server-testing.ts';
import { createKillableMintServer, type KillableMintServer } from './mint-kills-testing.ts';

const title = 'a mint on a PostgreSQL';
const isPossible = Boolean(process.env.TEST_DATABASE_URL) && hasAnvil;
if (!isPossible) console.log(`Skipped, since TEST_DATABASE_URL names no PostgreSQL, or there is no anvil: ${title}.`);

/** A statement of the server, by the table that it changes and how it reads. */
type Statement = readonly [table: string, text: RegExp];

const statements = {
	preparing: [
		['generated_images', /^select .* from "generated_images" .* for no key update of "image"/],
		['minted_tokens', /^insert into "minted_tokens"/],
		['mint_metadata', /^insert into "mint_metadata"/],
		['mint_vouchers', /^insert into "mint_vouchers"/],
	],
	reporting: [['minted_tokens', /^update "minted_tokens" set "status" = \$1, "tx_hash" = \$2/]],
	failing: [['minted_tokens', /^update "minted_tokens" set .*coalesce\("error_message"/]],
	confirming: [
		['minted_tokens', /^update "minted_tokens" set .*"metadata_cid"/],
		['mint_vouchers', /^update "mint_vouchers"/],
	],
	following: [['chain_cursors', /^insert into "chain_cursors"/]],
	takingBack: [
		['minted_tokens', /^update "minted_tokens" set "status" = \$1, "block_number"/],
		['mint_vouchers', /^update "mint_vouchers"/],
		['chain_cursors', /^insert into "chain_cursors"/],
	],
	finding: [
		['minted_tokens', /^insert into "minted_tokens"/],
		['mint_vouchers', /^insert into "mint_vouchers"/],
	],
} as const satisfies Record<string, readonly Statement[]>;

describe.skipIf(!isPossible)(title, () => {
	const processes = new ProcessPool();
	let database: TestDatabase;
	let chain: MintChainTest;
	let kubo: FakeKubo;
	let server: KillableMintServer;
	beforeAll(async () => {
		[database, chain, kubo] = await Promise.all([
			createTestDatabase(),
			startMintChain({ confirmations: 2 }),
			startFakeKubo(),
		]);
		server = createKillableMintServer(processes, {
			DATABASE_URL: database.databaseUrl!,
			DATA_DIR: join(processes.folder, 'data'),
			...createMintVariables(chain, 2),
			IPFS_API_URL: kubo.origin,
		});
	});
	afterAll(async () => {
		processes.killAll();
		await Promise.all([chain.stop(), kubo.close(), database.destroy()]);
		processes.removeFolder();
	});

	/** Everything that is stored of mints. */
	const stored = async () => ({
		tokens: await database.db.selectFrom('mintedTokens').selectAll().execute(),
		documents: await database.db.selectFrom('mintMetadata').selectAll().execute(),
		vouchers: await database.db.selectFrom('mintVouchers').selectAll().execute(),
	});
	const cursor = async () => (await database.db.selectFrom('chainCursors').selectAll().execute())[0]?.blockNumber;

	/**
	 * Starts the server and kills it while that statement of its own waits, which then is never done: one that a call
	 * causes, or else one of its first look at the chain.
	 */
	async function killAt([table, text]: Statement, call?: () => Promise<unknown>): Promise<void> {
		if (call !== undefined) await server.start();
		const held = await lockTable(database.db, table, { blocksRowLocks: table === 'generated_images' });
		if (call === undefined) await server.start();
		const outcome = call?.().then(
			() => 'answered',
			() => 'broken off',
		);
		try {
			await expect.poll(held.waiting, { timeout: 30_000 }).toContainEqual(expect.stringMatching(text));
		} finally {
			await server.kill();
			await held.terminateWaiters();
		}
		if (outcome !== undefined) expect(await outcome).toBe('broken off');
	}

	/** None of them is done without the others. */
	async function killAtEach(these: readonly Statement[], call?: () => Promise<unknown>): Promise<void> {
		const before = await stored();
		for (const statement of these) {
			await killAt(statement, call);
			expect(await stored()).toEqual(before);
		}
		await server.start();
	}

	const expectStatus = (imageId: string, status: string) =>
		expect.poll(async () => (await server.statuses()).get(imageId), { timeout: 30_000 }).toBe(status);

	it('is as the chain is, and one row, whichever statement its server is killed at', async () => {
		await server.start();
		const [imageId = ''] = await server.draw(1);
		const prepare = () => server.prepare(imageId);
		await server.kill();
		await killAtEach(statements.preparing, prepare);
		expect((await stored()).tokens).toEqual([]);
		const { json: first } = await prepare();
		const cut = withWrongSignature(first);
		const reverted = await chain.redeem(cut);
		await server.kill();
		await killAtEach(statements.reporting, () => server.report(imageId, reverted));
		await server.report(imageId, reverted);
		await server.kill();
		await chain.mine(2);
		await killAtEach(statements.failing);
		await expectStatus(imageId, 'failed');

		const { json: mint } = await prepare();
		expect(mint.mintId).toBe(first.mintId);
		const before = await chain.client.snapshot();
		await server.report(imageId, await chain.redeem(mint));
		await server.kill();
		await chain.mine(2);
		await killAtEach(statements.confirming);
		await expectStatus(imageId, 'confirmed');
		await server.kill();
		await chain.client.revert({ id: before });
		await chain.dropPending();
		await chain.client.increaseTime({ seconds: 5 });
		await chain.mine(5);
		await killAtEach(statements.takingBack);
		await expectStatus(imageId, 'minting');
		await server.kill();

		const txHash = await chain.redeem(mint);
		await chain.mine(2);
		const behind = await cursor();
		await killAt(statements.following[0]);
		expect([(await stored()).tokens[0]?.status, await cursor()]).toEqual(['confirmed', behind]);
		await server.start();
		await expect.poll(cursor, { timeout: 30_000 }).toBe((await chain.chain.head()).number - 1);
		await expectOne({ id: mint.mintId, imageId, txHash });
		await server.kill();

		// As after a backup was restored that is older than the mint.
		await database.db.deleteFrom('mintedTokens').execute();
		await killAtEach(statements.finding, prepare);
		expect(await prepare()).toMatchObject({ status: 409, json: { reason: 'already_minted' } });
		await expectStatus(imageId, 'minting');
		await chain.mine(2);
		await expectStatus(imageId, 'confirmed');
		await expectOne({ imageId, ownerAddress: mint.voucher.to });
		expect(await server.stop()).toBe(0);
	});

	async function expectOne(token: object): Promise<void> {
		const [event, ...others] = await chain.chain.mintedEvents(0, (await chain.chain.head()).number);
		expect(others).toEqual([]);
		const { tokens, documents, vouchers } = await stored();
		const { nonce: tokenId, metadataSha256 } = event!;
		expect(tokens).toMatchObject([{ ...token, status: 'confirmed', tokenId, metadataSha256 }]);
		expect(vouchers).toMatchObject([{ mintId: tokens[0]?.id, used: true }]);
		expect(documents.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
	}
});
