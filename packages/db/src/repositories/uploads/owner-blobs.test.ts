import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transact } from '../../client/transact.ts';
import { toJsonb } from '../../schema/column-types.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addPlannedJob, addUser, secondsAfterStart, sha256, storeImages } from '../../testing/rows-testing.ts';
import { insertOwnerBlob } from './blobs.ts';
import {
	type BlobUsage,
	findOwnedBlob,
	type OwnerBlobKey,
	releaseUnusedSlice,
	releaseUploads,
	sumUnusedBytes,
	touchOwnedBlobs,
} from './owner-blobs.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const hold = async (ownerId: string, content: string, usedAtSeconds: number) => {
	const hash = await addBlob(database.db, content);
	await insertOwnerBlob(database.db, { ownerId, sha256: hash, lastUsedAt: secondsAfterStart(usedAtSeconds) });
	return hash;
};

async function forgetAll(usedBefore: Date, limit = 2): Promise<number> {
	let total = 0;
	for (let after: OwnerBlobKey | null = null; ; ) {
		const { count, next } = await releaseUnusedSlice(database.db, after, { usedBefore, limit });
		total += count;
		if (next === null) return total;
		after = next;
	}
}

const heldBy = async (ownerId: string) => {
	const rows = await database.db.selectFrom('ownerBlobs').select('sha256').where('ownerId', '=', ownerId).execute();
	return rows.map((row) => row.sha256).toSorted();
};

/** A merge of that owner, finished or under way, over that list and with that token. */
async function addMerge(ownerId: string, status: 'processing' | 'completed', used: { list?: string; token?: string }) {
	const { db } = database;
	const id = randomUUID();
	const archive =
		status === 'completed' ? { indexSha256: await addBlob(db, 'i'), packSha256: await addBlob(db, 'p') } : {};
	const options = toJsonb({} as never);
	await db
		.insertInto('mergeJobs')
		.values({ id, ownerId, projectName: 'x', options, status, ...archive })
		.execute();
	if (used.list !== undefined) {
		const input = {
			mergeJobId: id,
			position: 0,
			clientId: 'c',
			name: 'n',
			imageCount: 1,
			uploadedAt: secondsAfterStart(0),
		};
		await db
			.insertInto('mergeInputs')
			.values({ ...input, manifestSha256: used.list })
			.execute();
	}
	if (used.token !== undefined) {
		const token = { tokenNumber: 1, name: 't', attributes: toJsonb([]), rarityRank: 1, rarityScore: 1 };
		const source = { sourcePosition: 0, sourceFilename: 'a.png', rarityTier: 'Common' as const };
		await db
			.insertInto('mergedImages')
			.values({ mergeJobId: id, blobSha256: used.token, ...token, ...source })
			.execute();
	}
}

const touch = (ownerId: string, hashes: readonly string[], usage: BlobUsage) =>
	transact(database.db, (trx) => touchOwnedBlobs(trx, ownerId, hashes, usage));

test('bytes are found for who holds them alone, and asking about them counts as a use', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	const [mine, theirs] = [await hold(ownerId, 'mine', 0), await hold(otherId, 'theirs', 0)];
	expect(await findOwnedBlob(db, ownerId, mine)).toMatchObject({ sha256: mine, width: 1024 });
	expect(await findOwnedBlob(db, ownerId, theirs)).toBeUndefined();
	const asked = [theirs, mine, sha256('nobody’s')];
	expect([...(await touch(ownerId, asked, { now: secondsAfterStart(50), knownSince: secondsAfterStart(20) }))]).toEqual(
		[mine],
	);
	await touch(ownerId, [mine], { now: secondsAfterStart(60), knownSince: secondsAfterStart(20) });
	const used = await db.selectFrom('ownerBlobs').select(['ownerId', 'lastUsedAt']).orderBy('lastUsedAt').execute();
	expect(used).toEqual([
		{ ownerId: otherId, lastUsedAt: secondsAfterStart(0) },
		{ ownerId, lastUsedAt: secondsAfterStart(50) },
	]);
	expect((await touch(ownerId, [], { now: secondsAfterStart(0), knownSince: secondsAfterStart(0) })).size).toBe(0);
});

test('a use is noted again, however soon, once the owner has started a merge, and until the files of that are freed', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const hash = await hold(ownerId, 'a', 10);
	const usedAt = async () =>
		(await db.selectFrom('ownerBlobs').select('lastUsedAt').executeTakeFirstOrThrow()).lastUsedAt;
	const knownSince = secondsAfterStart(0);
	const ask = (seconds: number) => touch(ownerId, [hash], { now: secondsAfterStart(seconds), knownSince });
	await ask(20);
	expect(await usedAt()).toEqual(secondsAfterStart(10));
	const merge = { id: 'm', ownerId, projectName: 'x', options: toJsonb({} as never), createdAt: secondsAfterStart(25) };
	await db.insertInto('mergeJobs').values(merge).execute();
	await ask(30);
	await ask(40);
	expect(await usedAt()).toEqual(secondsAfterStart(30));
	await db.deleteFrom('mergeJobs').execute();
	const createdAt = secondsAfterStart(50);
	const deletion = { id: 'm', ownerId, uploadsUsedUntil: secondsAfterStart(35), hashes: toJsonb([]), createdAt };
	await db.insertInto('deletions').values(deletion).execute();
	await ask(60);
	expect(await usedAt()).toEqual(secondsAfterStart(60));
});

test('uploads that nothing took up are forgotten, slice by slice, when they were used long ago', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	for (const content of ['a', 'b', 'c', 'd', 'e']) await hold(ownerId, content, 10);
	const fresh = await hold(ownerId, 'fresh', 30);
	expect(await forgetAll(secondsAfterStart(10))).toBe(0);
	expect(await forgetAll(secondsAfterStart(20))).toBe(5);
	expect(await heldBy(ownerId)).toEqual([fresh]);
});

test('what an image or a merge of the same owner uses is kept, and everything while a merge is under way', async () => {
	const { db } = database;
	const [ownerId, busyId, otherId] = [await addUser(db), await addUser(db), await addUser(db)];
	const { job } = await addPlannedJob(db, ownerId, 1);
	await storeImages(db, job.id, 1);
	const drawn = await hold(ownerId, `${job.id} 1`, 0);
	const [list, token] = [await hold(ownerId, 'list', 0), await hold(ownerId, 'token', 0)];
	await addMerge(ownerId, 'completed', { list, token });
	const waiting = await hold(busyId, 'waiting', 0);
	await addMerge(busyId, 'processing', {});
	// Somebody else's use of the same bytes keeps nothing.
	for (const content of ['list', 'token', `${job.id} 1`]) await hold(otherId, content, 0);
	const counts = [ownerId, busyId, otherId].map((id) => sumUnusedBytes(db, id, 1_000_000));
	expect(await Promise.all(counts)).toEqual([0, 1_000_000, 3_000_000]);
	expect(await forgetAll(secondsAfterStart(20))).toBe(3);
	expect(await heldBy(ownerId)).toEqual([drawn, list, token].toSorted());
	expect(await heldBy(busyId)).toEqual([waiting]);
	expect(await heldBy(otherId)).toEqual([]);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	test('asking about uploads and releasing them wait for each other, and never in a circle', async () => {
		const { db } = database;
		const ownerId = await addUser(db);
		const [first, second] = ['a', 'b'].toSorted((left, right) => (sha256(left) < sha256(right) ? -1 : 1));
		// What is to be locked last comes first in the table.
		for (const content of [second!, first!]) await hold(ownerId, content, 0);
		const hashes = [first!, second!].map(sha256);
		const usage = { now: secondsAfterStart(50), knownSince: secondsAfterStart(20) };
		const [hasOne, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		const asking = db.transaction().execute(async (trx) => {
			await touchOwnedBlobs(trx, ownerId, [sha256(first!)], usage);
			hasOne.resolve();
			await mayGoOn.promise;
			await touchOwnedBlobs(trx, ownerId, [sha256(second!)], usage);
		});
		await Promise.race([hasOne.promise, asking]);
		const releasing = db
			.transaction()
			.execute((trx) => releaseUploads(trx, hashes, { ownerId, usedUntil: secondsAfterStart(30) }));
		const isWaiting = async () => {
			const { rows } = await sql`
				select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
			return rows.length > 0;
		};
		try {
			await expect.poll(isWaiting, { timeout: 15_000 }).toBe(true);
		} finally {
			mayGoOn.resolve();
			await Promise.all([asking, releasing]);
		}
		expect(await heldBy(ownerId)).toEqual(hashes.toSorted());
	});
});
