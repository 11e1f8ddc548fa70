import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addPlannedJob, addUser, secondsAfterStart, storeImages } from '../../testing/rows-testing.ts';
import { claimImages } from '../generation/image-claims.ts';
import { completeImage, failImage, retryImageLater } from '../generation/image-results.ts';
import { readGenerationStats } from './generation-stats.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

test('all numbers are 0 where nothing was made (ENT-11)', async () => {
	expect(await readGenerationStats(database.db, 'all')).toEqual({ stored: 0, attempted: 0, distinctDna: 0 });
});

test('counts stored, ended and distinct, each image once however often it was tried (ENT-11, AMB-38)', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { job } = await addPlannedJob(db, ownerId, 5);
	await storeImages(db, job.id, 2);
	const claimed = await claimImages(db, job.id, {
		limit: 2,
		token: 'a',
		forMs: 9_000,
	});
	await failImage(db, { id: claimed[0]!.id, token: 'a', failure: 'engine', lastError: 'no' });
	await retryImageLater(db, { id: claimed[1]!.id, token: 'a', lastError: 'no', delayMs: 0 });
	expect(await readGenerationStats(db, ownerId)).toEqual({ stored: 2, attempted: 3, distinctDna: 2 });
});

test("ENT-11 are the owner's own, or everybody's, in which equal DNA counts once", async () => {
	const { db } = database;
	const [owner, other] = [await addUser(db), await addUser(db)];
	for (const ownerId of [owner, other]) {
		const { job } = await addPlannedJob(db, ownerId, 3);
		await storeImages(db, job.id, 3);
	}
	expect(await readGenerationStats(db, owner)).toEqual({ stored: 3, attempted: 3, distinctDna: 3 });
	expect(await readGenerationStats(db, 'all')).toEqual({ stored: 6, attempted: 6, distinctDna: 3 });
});

test('another version of an image counts neither as an image nor as an attempt, drawn or given up (AMB-38)', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { job } = await addPlannedJob(db, ownerId, 3);
	await storeImages(db, job.id, 3);
	const before = await readGenerationStats(db, ownerId);
	await db.updateTable('generatedImages').set({ redraw: true }).where('tokenNumber', '<', 3).execute();
	expect(await readGenerationStats(db, ownerId)).toEqual(before);
	const claimed = await claimImages(db, job.id, {
		limit: 2,
		token: 'a',
		forMs: 9_000,
	});
	await failImage(db, { id: claimed[0]!.id, token: 'a', failure: 'blocked', lastError: 'no' });
	const blobSha256 = await addBlob(db, 'second version');
	const bytes = { blobSha256, preview512Sha256: blobSha256, preview200Sha256: blobSha256 };
	expect(
		await completeImage(db, { id: claimed[1]!.id, token: 'a', ...bytes, storedAt: secondsAfterStart(2) }),
	).not.toBeNull();
	expect(await readGenerationStats(db, ownerId)).toEqual(before);
});
