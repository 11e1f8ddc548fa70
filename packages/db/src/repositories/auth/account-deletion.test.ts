import type { UpdateObject } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '../../client/transact.ts';
import type { Schema } from '../../schema/database-schema.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import {
	addAttributeJob,
	addBlob,
	addMerge,
	addPlannedJob,
	addPreparedMint,
	addPreset,
	addSale,
	addUser,
	finishMerge,
	secondsAfterStart,
	sha256,
	storeImages,
} from '../../testing/rows-testing.ts';
import { findDeletion } from '../deletion/deletions.ts';
import { listFreedBlobs } from '../uploads/blob-sweep.ts';
import { releaseAllUnused } from '../uploads/owner-blobs.ts';
import {
	countAccount,
	countAccountMints,
	deleteAccountData,
	listMergesInUse,
	listOwnedHashes,
	listUnfinishedJobs,
	lockAccount,
	toAccountRows,
} from './account-deletion.ts';

let database: TestDatabase;
let ownerId: string;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(async () => {
	await truncateAll(database.db);
	ownerId = await addUser(database.db);
});

const hold = (sha256s: readonly string[], lastUsedAt: Date, owner = ownerId) =>
	database.db
		.insertInto('ownerBlobs')
		.values(sha256s.map((hash) => ({ ownerId: owner, sha256: hash, lastUsedAt })))
		.execute();

const changeJob = (id: string, change: UpdateObject<Schema, 'generationJobs'>) =>
	database.db.updateTable('generationJobs').set(change).where('id', '=', id).execute();

async function addDrawnJob(): Promise<string> {
	const { id } = (await addPlannedJob(database.db, ownerId, 2)).job;
	await storeImages(database.db, id, 2);
	await changeJob(id, { phase: 'done', status: 'completed', totalImages: 2 });
	return id;
}

test('what an account holds goes in one transaction, which notes what is to be freed', async () => {
	const { db } = database;
	const jobId = await addDrawnJob();
	const merge = await addMerge(db, ownerId);
	const picture = await addBlob(db, 'picture');
	await finishMerge(db, merge.id, [{ sha256: picture }]);
	const folderSha256 = await addBlob(db, 'folder');
	await addAttributeJob(db, ownerId, { folderSha256 });
	await addPreset(db, ownerId, 'Winter');
	const stranger = await addUser(db);
	await addPreset(db, stranger, 'Theirs');
	const counts = { jobs: 1, images: 2, merges: 1, attributeRuns: 1, presets: 1, accessTokens: 0 };
	expect(await countAccount(db, ownerId)).toEqual(counts);
	expect(await listFreedBlobs(db, [picture, folderSha256], {})).toEqual([]);
	expect(await listFreedBlobs(db, [picture, folderSha256], toAccountRows(ownerId))).toHaveLength(2);
	expect(await listFreedBlobs(db, [picture], toAccountRows(stranger))).toEqual([]);
	const createdAt = secondsAfterStart(60);
	const ids = await transact(db, async (trx) => {
		expect(await lockAccount(trx, ownerId)).toMatchObject({ id: ownerId });
		return deleteAccountData(trx, { id: 'rest', ownerId, createdAt });
	});
	expect(ids.toSorted()).toEqual([jobId, merge.id, 'rest'].toSorted());
	expect(await findDeletion(db, jobId)).toMatchObject({
		kind: 'job',
		ownerId,
		hashes: [],
		uploadsUsedUntil: createdAt,
	});
	const ofMerge = ['manifest', 'index', 'pack'].map((what) => sha256(`${what} ${merge.id}`));
	const { hashes, kind } = (await findDeletion(db, merge.id))!;
	expect([kind, hashes.toSorted()]).toEqual(['merge', [...ofMerge, picture].toSorted()]);
	expect(await findDeletion(db, 'rest')).toMatchObject({ kind: 'uploads', hashes: [folderSha256] });
	const none = { jobs: 0, images: 0, merges: 0, attributeRuns: 0, presets: 0, accessTokens: 0 };
	expect(await countAccount(db, ownerId)).toEqual(none);
	expect(await countAccount(db, stranger)).toMatchObject({ presets: 1 });
	expect(await transact(db, (trx) => lockAccount(trx, 'nobody'))).toBeUndefined();
});

test('what may keep an account is listed, and nothing else', async () => {
	const { db } = database;
	await addDrawnJob();
	const redrawn = await addDrawnJob();
	await changeJob(redrawn, { redraws: 1 });
	const { job } = await addPlannedJob(db, ownerId, 1);
	expect((await listUnfinishedJobs(db, ownerId)).map(({ id }) => id)).toEqual([redrawn, job.id]);
	const free = await addMerge(db, ownerId);
	await finishMerge(db, free.id, [{ sha256: await addBlob(db, 'free') }]);
	const [running, read] = [await addMerge(db, ownerId), await addMerge(db, ownerId)];
	await finishMerge(db, read.id, [{ sha256: await addBlob(db, 'read') }]);
	await db.insertInto('mergeDownloads').values({ id: 'r', mergeJobId: read.id, renewedAt: new Date() }).execute();
	const { mergeJobId: sold } = await addSale(db, ownerId);
	const inUse = (await listMergesInUse(db, ownerId)).map(({ id }) => id);
	expect(inUse.toSorted()).toEqual([running.id, read.id, sold].toSorted());
	await addPreparedMint(db, ownerId);
	const { id } = await addPreparedMint(db, ownerId, { tokenId: '2' });
	await db.updateTable('mintedTokens').set({ status: 'failed', isFinal: true }).where('id', '=', id).execute();
	expect(await countAccountMints(db, ownerId)).toEqual({ prepared: 1 });
});

test('what an account holds is listed and taken from it in slices, without what was used since', async () => {
	const { db } = database;
	const old = [];
	for (const name of ['a', 'b', 'c']) old.push(await addBlob(db, name));
	old.sort();
	const fresh = await addBlob(db, 'fresh');
	await hold(old, secondsAfterStart(1));
	await hold([fresh], secondsAfterStart(9));
	const all = [...old, fresh].toSorted();
	expect(await listOwnedHashes(db, ownerId, { after: '', limit: 3 })).toEqual(all.slice(0, 3));
	expect(await listOwnedHashes(db, ownerId, { after: all[2]!, limit: 3 })).toEqual(all.slice(3));
	const release = () =>
		transact(db, (trx) => releaseAllUnused(trx, ownerId, { usedUntil: secondsAfterStart(5), limit: 2 }));
	expect([(await release()).toSorted(), await release(), await release()]).toEqual([old.slice(0, 2), old.slice(2), []]);
	expect(await transact(db, (trx) => releaseAllUnused(trx, ownerId))).toEqual([fresh]);
});
