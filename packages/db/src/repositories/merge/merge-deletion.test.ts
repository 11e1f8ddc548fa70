import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isForeignKeyViolation } from '../../client/database-errors.ts';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addMerge, addUser, finishMerge, secondsAfterStart, sha256 } from '../../testing/rows-testing.ts';
import { setDatabaseTime } from '../../testing/time-testing.ts';
import { deleteDeletion, findDeletion, listDeletions, lockDeletion, updateDeletion } from '../deletion/deletions.ts';
import { countPreviewUses, insertPreview, listPreviewHashes } from '../platform/image-previews.ts';
import { listFreedBlobs } from '../uploads/blob-sweep.ts';
import { insertOwnerBlob } from '../uploads/blobs.ts';
import { releaseUploads, toReleaseCondition } from '../uploads/owner-blobs.ts';
import {
	deleteMergeJob,
	deleteTokens,
	hasMergeUnderWay,
	listMergeFiles,
	listTokenPictures,
	lockMergeJob,
	toMergeRows,
} from './merge-deletion.ts';
import {
	countMergeDownloads,
	deleteAllMergeDownloads,
	deleteMergeDownload,
	deleteOldMergeDownloads,
	insertMergeDownload,
	renewMergeDownload,
} from './merge-downloads.ts';
import { findMergeJob } from './merge-jobs.ts';
import { countMergedImages, upsertMergedImages } from './merged-images.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

async function addFinished(ownerId: string, contents: readonly string[]): Promise<string> {
	const { db } = database;
	const { id } = await addMerge(db, ownerId);
	const tokens = [];
	for (const content of contents) tokens.push({ sha256: await addBlob(db, content) });
	await finishMerge(db, id, tokens);
	return id;
}

const remove = (id: string, ownerId: string, hashes: readonly string[] = [], createdAt = secondsAfterStart(50)) =>
	transact(database.db, (trx) =>
		deleteMergeJob(trx, { id, ownerId, hashes, uploadsUsedUntil: secondsAfterStart(9), createdAt }),
	);

/** All that a merge refers to. */
async function hashesOf(id: string): Promise<string[]> {
	const { hashes } = await listTokenPictures(database.db, id, { after: 0, limit: 100 });
	return [...new Set([...(await listMergeFiles(database.db, id)), ...hashes])];
}

const textsOf = (id: string) => [`manifest ${id}`, `index ${id}`, `pack ${id}`].map(sha256);

test('a merge refers to its lists, its archive’s texts and its pictures, of which a slice names each once', async () => {
	const { db } = database;
	const id = await addFinished(await addUser(db), ['a', 'b', 'a', 'c']);
	expect((await listMergeFiles(db, id)).toSorted()).toEqual([sha256('a'), ...textsOf(id)].toSorted());
	const slice = await listTokenPictures(db, id, { after: 0, limit: 3 });
	expect({ ...slice, hashes: slice.hashes.toSorted() }).toEqual({ hashes: ['a', 'b'].map(sha256).toSorted(), next: 3 });
	expect(await listTokenPictures(db, id, { after: 3, limit: 3 })).toEqual({ hashes: [sha256('c')], next: null });
	const { id: waiting } = await addMerge(db, await addUser(db));
	expect(await hashesOf(waiting)).toEqual([sha256(`manifest ${waiting}`)]);
});

test('a deleted merge leaves its tokens, which are deleted slice by slice, and what is to be freed', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const [id, other] = [await addFinished(ownerId, ['a', 'b', 'c']), await addFinished(ownerId, ['a'])];
	await remove(id, ownerId, [sha256('a')]);
	expect([await findMergeJob(db, 'all', id), await listMergeFiles(db, id)]).toEqual([undefined, []]);
	expect(await findDeletion(db, id)).toMatchObject({ ownerId, hashes: [sha256('a')] });
	const take = (after: number) => transact(db, (trx) => deleteTokens(trx, id, { after, limit: 2 }));
	expect(await take(0)).toMatchObject({ next: 2 });
	expect([await countMergedImages(db, id), await countMergedImages(db, other)]).toEqual([1, 1]);
	expect(await take(2)).toEqual({ hashes: [sha256('c')], next: null });
	expect([await countMergedImages(db, id), await countMergedImages(db, other)]).toEqual([0, 1]);
	await transact(db, async (trx) => {
		await updateDeletion(trx, id, [sha256('c')]);
		expect((await lockDeletion(trx, id))?.hashes).toEqual([sha256('c')]);
		await deleteDeletion(trx, id);
		expect(await lockDeletion(trx, id)).toBeUndefined();
	});
});

test('a worker that comes too late stores no token of a deleted merge', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const id = await addFinished(ownerId, ['a']);
	await remove(id, ownerId);
	await transact(db, (trx) => deleteTokens(trx, id, { after: 0, limit: 10 }));
	const token = { tokenNumber: 1, name: 'n', sha256: sha256('a'), attributes: [], rank: 1, score: 1, tier: 'Common' };
	await upsertMergedImages(db, id, JSON.stringify([{ ...token, sourcePosition: 0, sourceFilename: 'a.png' }]));
	expect(await countMergedImages(db, id)).toBe(0);
});

test('deletions are listed from a while after they were asked for, the oldest first', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const ids = [await addFinished(ownerId, ['a']), await addFinished(ownerId, ['a']), await addFinished(ownerId, ['a'])];
	const secondsAgo = [60, 10, 90];
	for (const [index, id] of ids.entries()) {
		await remove(id, ownerId, [], new Date(Date.now() - secondsAgo[index]! * 1_000));
	}
	expect(await listDeletions(db, 30)).toEqual([{ id: ids[2] }, { id: ids[0] }]);
});

test('only what nothing else refers to would be freed, and only that is', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	const [id, second] = [await addFinished(ownerId, ['a', 'b', 'c', 'd']), await addFinished(ownerId, ['b'])];
	const held = { lastUsedAt: secondsAfterStart(1) };
	for (const content of ['a', 'b', 'd']) await insertOwnerBlob(db, { ownerId, sha256: sha256(content), ...held });
	await insertOwnerBlob(db, { ownerId: otherId, sha256: sha256('c'), ...held });
	await insertOwnerBlob(db, { ownerId, sha256: sha256('d'), lastUsedAt: secondsAfterStart(30) });
	const release = { ownerId, usedUntil: secondsAfterStart(9) };
	const toDelete = { ...toMergeRows(id), ownerBlobs: toReleaseCondition(release) };
	const freed = async (rows: object) =>
		(await listFreedBlobs(db, await hashesOf(id), rows)).map((blob) => blob.sha256).toSorted();
	expect(await freed({})).toEqual([]);
	expect(await freed(toMergeRows(id))).toEqual(textsOf(id).toSorted());
	expect(await freed(toDelete)).toEqual([sha256('a'), ...textsOf(id)].toSorted());
	await db
		.insertInto('uploadsInFlight')
		.values({ id: 'u', ownerId: otherId, sha256: sha256('a'), bytes: 1, startedAt: secondsAfterStart(1) })
		.execute();
	expect(await freed(toDelete)).toEqual(textsOf(id).toSorted());

	const hashes = await hashesOf(id);
	await transact(db, async (trx) => {
		expect(await lockMergeJob(trx, otherId, id)).toBeUndefined();
		expect((await lockMergeJob(trx, ownerId, id))?.id).toBe(id);
		await deleteMergeJob(trx, {
			id,
			ownerId,
			hashes,
			uploadsUsedUntil: release.usedUntil,
			createdAt: secondsAfterStart(50),
		});
		// Its tokens no longer count as a use.
		await releaseUploads(trx, hashes, release);
	});
	expect([await findMergeJob(db, 'all', id), (await findMergeJob(db, 'all', second))?.id]).toEqual([undefined, second]);
	const left = await db.selectFrom('ownerBlobs').select(['ownerId', 'sha256']).execute();
	expect(left.map((blob) => blob.sha256).toSorted()).toEqual(['b', 'c', 'd'].map(sha256).toSorted());
});

test('uploads stay with their owner while a merge is under way, and where they were used later', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	for (const content of ['a', 'b']) {
		await insertOwnerBlob(db, { ownerId, sha256: await addBlob(db, content), lastUsedAt: secondsAfterStart(20) });
	}
	const hashes = ['a', 'b'].map(sha256);
	const release = { ownerId, usedUntil: secondsAfterStart(19) };
	const count = async () => (await db.selectFrom('ownerBlobs').select('sha256').execute()).length;
	await transact(db, (trx) => releaseUploads(trx, hashes, release));
	expect(await count()).toBe(2);
	const { id } = await addMerge(db, ownerId);
	expect(await hasMergeUnderWay(db, ownerId)).toBe(true);
	const later = { ...release, usedUntil: secondsAfterStart(20) };
	await transact(db, (trx) => releaseUploads(trx, hashes, later));
	expect(await count()).toBe(2);
	await remove(id, ownerId);
	expect(await hasMergeUnderWay(db, ownerId)).toBe(false);
	await transact(db, (trx) => releaseUploads(trx, hashes, later));
	expect(await count()).toBe(0);
});

test('a preview of several pictures is counted for each of them', async () => {
	const { db } = database;
	for (const content of ['a', 'b', 'small', 'smaller']) await addBlob(db, content);
	for (const [content, preview, sizePx] of [
		['a', 'small', 512],
		['b', 'small', 512],
		['a', 'smaller', 200],
	] as const) {
		await insertPreview(db, { sha256: sha256(content), sizePx, previewSha256: sha256(preview) });
	}
	const previews = ['small', 'smaller'].map(sha256);
	expect((await listPreviewHashes(db, [sha256('a')])).toSorted()).toEqual(previews.toSorted());
	expect(await countPreviewUses(db, previews)).toEqual(
		new Map([
			[sha256('small'), 2],
			[sha256('smaller'), 1],
		]),
	);
	expect([await listPreviewHashes(db, []), (await countPreviewUses(db, [])).size]).toEqual([[], 0]);
});

test('downloads count until they end, or say nothing any more, and none begins of a merge that is gone', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const mergeJobId = await addFinished(ownerId, ['a']);
	await setDatabaseTime(db, secondsAfterStart(0));
	for (const id of ['1', '2']) await insertMergeDownload(db, { id, mergeJobId });
	const count = () => countMergeDownloads(db, mergeJobId, 60_000);
	expect(await count()).toBe(2);
	await setDatabaseTime(db, secondsAfterStart(60));
	await renewMergeDownload(db, '2');
	expect(await count()).toBe(1);
	await deleteOldMergeDownloads(db, 60_000);
	const rows = () => db.selectFrom('mergeDownloads').select('id').execute();
	expect(await rows()).toHaveLength(2);
	await deleteOldMergeDownloads(db, 59_000);
	expect(await rows()).toEqual([{ id: '2' }]);
	await deleteMergeDownload(db, '2');
	expect(await count()).toBe(0);
	await insertMergeDownload(db, { id: '3', mergeJobId });
	await deleteAllMergeDownloads(db);
	expect(await count()).toBe(0);
	await insertMergeDownload(db, { id: '3', mergeJobId });
	await remove(mergeJobId, ownerId);
	expect(await rows()).toEqual([]);
	const late = insertMergeDownload(db, { id: '4', mergeJobId });
	const error = await late.catch((reason: unknown) => reason);
	expect(
		[undefined, 'merge_downloads_merge_job_id_fkey', 'other'].map((name) => isForeignKeyViolation(error, name)),
	).toEqual([true, true, false]);
});
