import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addPlannedJob, addPreparedMint, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { moveGeneratedImages } from '../auth/ownership-transfer.ts';
import { failMint, listOpenMints } from './mint-outcomes.ts';
import { lockOwnedImage, type RecoveredMintRows, saveRecoveredMint } from './mint-preparations.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(() => truncateAll(database.db));
afterAll(() => database.destroy());

const rows = () => database.db.selectFrom('mintedTokens').selectAll().execute();
const open = () => listOpenMints(database.db, 'polygon', '0xContract');

/** A token of that image as the chain alone knows it. */
function foundRows(
	ownerId: string,
	imageId: string,
	{ contractAddress = '0xContract', tokenId = '7' } = {},
): RecoveredMintRows {
	const token = { id: randomUUID(), ownerId, imageId, chain: 'polygon', contractAddress, tokenId } as const;
	const facts = { ownerAddress: '0x0', metadataSha256: 'seen', metadataCid: 'bafseen', tokenUri: 'ipfs://bafseen' };
	const voucher = { id: randomUUID(), deadline: secondsAfterStart(2_000), signedAtBlock: 70 };
	return { token: { ...token, ...facts, createdAt: secondsAfterStart(0) }, voucher };
}

const find = (...found: Parameters<typeof foundRows>) =>
	database.db.transaction().execute((trx) => saveRecoveredMint(trx, foundRows(...found)));

test('an image is held for its owner alone', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { images } = await addPlannedJob(db, ownerId, 1);
	const stranger = await addUser(db);
	const held = (userId: string, imageId: string) =>
		db.transaction().execute((trx) => lockOwnedImage(trx, userId, imageId));
	expect(await held(ownerId, images[0]!.id)).toEqual({ blobSha256: null, redraw: false });
	expect(await held(stranger, images[0]!.id)).toBeUndefined();
	expect(await held(ownerId, 'nothing')).toBeUndefined();
});

test('an image is prepared again in the name of who has it now', async () => {
	const { db } = database;
	const { id, imageId } = await addPreparedMint(db, await addUser(db));
	const ownerId = await addUser(db);
	await addPreparedMint(db, ownerId, { imageId });
	expect(await rows()).toMatchObject([{ id, imageId, ownerId }]);
});

test('a token that no row knows becomes a mint under way, which waits for the chain', async () => {
	const ownerId = await addUser(database.db);
	expect(await find(ownerId, 'image')).toBe(true);
	expect(await rows()).toMatchObject([{ ownerId, imageId: 'image', tokenId: '7', status: 'minting', txHash: null }]);
	expect(await open()).toMatchObject([
		{ tokenId: '7', status: 'minting', deadline: secondsAfterStart(2_000), signedAtBlock: 70 },
	]);
	expect(await find(ownerId, 'image')).toBe(false);
	expect(await rows()).toHaveLength(1);
});

test('a token that a row says can never be wakes that row, and one that is open elsewhere is left alone', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const mint = await addPreparedMint(db, ownerId, { tokenId: '7' });
	expect(await find(ownerId, mint.imageId, { contractAddress: '0xOther' })).toBe(false);
	expect(await rows()).toMatchObject([{ status: 'prepared', contractAddress: '0xContract' }]);
	const [polled] = await open();
	await failMint(db, polled!, { errorMessage: 'ran out', isFinal: true });
	expect(await open()).toEqual([]);
	expect(await find(ownerId, mint.imageId)).toBe(true);
	expect(await rows()).toMatchObject([{ id: mint.id, status: 'minting', errorMessage: null, isFinal: false }]);
	// Read again from where it was signed first; and what was signed meanwhile, if anything, is waited for.
	expect(await open()).toMatchObject([{ id: mint.id, deadline: secondsAfterStart(2_000), signedAtBlock: 10 }]);
	const voucher = await db.selectFrom('mintVouchers').select('signature').executeTakeFirst();
	expect(voucher).toEqual({ signature: '0x' });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	test('an image that is being taken over is waited for, and one that is held is taken over afterwards', async () => {
		const { db } = database;
		const [fromId, toId] = [await addUser(db), await addUser(db)];
		const { images } = await addPlannedJob(db, fromId, 1);
		const imageId = images[0]!.id;
		let held: ReturnType<typeof lockOwnedImage> | undefined;
		await db.transaction().execute(async (trx) => {
			await moveGeneratedImages(trx, { fromId, toId });
			held = db.transaction().execute((other) => lockOwnedImage(other, fromId, imageId));
			while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		});
		expect(await held).toBeUndefined();
		let moved: Promise<void> | undefined;
		await db.transaction().execute(async (trx) => {
			expect(await lockOwnedImage(trx, toId, imageId)).toBeDefined();
			moved = db.transaction().execute((other) => moveGeneratedImages(other, { fromId: toId, toId: fromId }));
			while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		});
		await moved;
		expect(await db.selectFrom('generatedImages').select('ownerId').execute()).toEqual([{ ownerId: fromId }]);
	});

	test('those who hold an image come one after the other, so that none of its first preparations is given up', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		for (let round = 0; round < 20; round++) {
			const { images } = await addPlannedJob(db, ownerId, 1);
			const imageId = images[0]!.id;
			const attempt = () =>
				db.transaction().execute(async (trx) => {
					await lockOwnedImage(trx, ownerId, imageId);
					return saveRecoveredMint(trx, foundRows(ownerId, imageId, { tokenId: String(round) }));
				});
			const saved = await Promise.all(Array.from({ length: 8 }, attempt));
			expect(saved.filter(Boolean)).toEqual([true]);
		}
	});

	/** How many connections to this database wait for a lock. */
	async function waiting(): Promise<number> {
		const { rows } = await sql<{ count: string }>`
			select count(*) from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
		return Number(rows[0]?.count);
	}
});
