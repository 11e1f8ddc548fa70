import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import {
	addPlannedJob,
	addPreparedMint,
	addUser,
	addVersion,
	secondsAfterStart,
	sha256,
	storeImages,
} from '../../testing/rows-testing.ts';
import { findDeletion } from '../deletion/deletions.ts';
import { lockOwnedImage } from '../mint/mint-preparations.ts';
import { readGenerationStats } from '../stats-and-cleanup/generation-stats.ts';
import { listFreedBlobs } from '../uploads/blob-sweep.ts';
import { findChosenFile, findImage, listImages } from './generated-images.ts';
import { deleteImageVersions, findImageVersion, listImageVersions, toVersionRows } from './image-versions.ts';
import { countJobMints, deleteGenerationJob, deleteImageSlice, listImageFiles } from './job-deletion.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

async function addDrawnJob(ownerId: string): Promise<string> {
	const { id } = (await addPlannedJob(database.db, ownerId, 3)).job;
	await storeImages(database.db, id, 3);
	return id;
}

const remove = (id: string, ownerId: string) =>
	transact(database.db, (trx) =>
		deleteGenerationJob(trx, {
			id,
			ownerId,
			hashes: [],
			uploadsUsedUntil: secondsAfterStart(9),
			createdAt: secondsAfterStart(9),
		}),
	);

test('a deleted job leaves its images, which nobody finds, counts or mints, to be deleted slice by slice', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const [id, other] = [await addDrawnJob(ownerId), await addDrawnJob(ownerId)];
	const [image] = await listImages(db, id);
	const imageId = image!.id;
	const mayMint = async () => (await transact(db, (trx) => lockOwnedImage(trx, ownerId, imageId))) !== undefined;
	expect([await mayMint(), (await readGenerationStats(db, ownerId)).stored]).toEqual([true, 6]);
	await remove(id, ownerId);
	expect(await findDeletion(db, id)).toMatchObject({ kind: 'job', ownerId, hashes: [] });
	expect([await mayMint(), (await readGenerationStats(db, ownerId)).stored]).toEqual([false, 3]);
	expect(await findImage(db, 'all', imageId)).toBeUndefined();
	expect(await findChosenFile(db, 'all', imageId, 'blobSha256')).toBeUndefined();
	const all = await listImageFiles(db, id, { after: 0, limit: 10 });
	const slice = (after: number) => transact(db, (trx) => deleteImageSlice(trx, id, { after, limit: 2 }));
	const [first, second] = [await slice(0), await slice(2)];
	expect([first.next, second.next, (await listImages(db, id)).length]).toEqual([2, null, 0]);
	expect(new Set([...first.hashes, ...second.hashes])).toEqual(new Set(all.hashes));
	expect(await listImages(db, other)).toHaveLength(3);
});

test('a deleted version keeps its number and lets go of its files, of which its job names none any more', async () => {
	const { db } = database;
	const id = await addDrawnJob(await addUser(db));
	const imageId = (await listImages(db, id))[0]!.id;
	for (let count = 0; count < 2; count++) await addVersion(db, imageId);
	const original = sha256(`${id} 1 2`);
	const freed = await listFreedBlobs(db, [original, sha256('512')], toVersionRows(imageId, [2]));
	expect(freed.map((blob) => blob.sha256)).toEqual([original]);
	await transact(db, (trx) => deleteImageVersions(trx, imageId, [2]));
	expect((await listImageVersions(db, imageId)).map(({ number }) => number)).toEqual([1, 3]);
	expect(await findImageVersion(db, imageId, 2)).toBeUndefined();
	expect(await findImage(db, 'all', imageId)).toMatchObject({ chosenVersion: 3, versionCount: 3, deletedVersions: 1 });
	expect(await listFreedBlobs(db, [original], {})).toHaveLength(1);
	expect((await listImageFiles(db, id, { after: 0, limit: 1 })).hashes).toHaveLength(4);
	await addVersion(db, imageId);
	expect((await listImageVersions(db, imageId)).map(({ number }) => number)).toEqual([1, 3, 4]);
});

test('mints of a job’s images count by how far they are, without those that failed for good', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const id = await addDrawnJob(ownerId);
	const images = await listImages(db, id);
	for (const [place, image] of images.entries()) {
		await addPreparedMint(db, ownerId, { imageId: image.id, tokenId: String(place + 1) });
	}
	await addPreparedMint(db, ownerId, { tokenId: '9' });
	const set = (imageId: string, change: object) =>
		db.updateTable('mintedTokens').set(change).where('imageId', '=', imageId).execute();
	await set(images[0]!.id, { status: 'failed', isFinal: true });
	await set(images[1]!.id, { status: 'failed' });
	expect(await countJobMints(db, id)).toEqual({ failed: 1, prepared: 1 });
});
