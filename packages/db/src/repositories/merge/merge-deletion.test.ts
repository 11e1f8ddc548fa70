import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isForeignKeyViolation } from '../../client/database-errors.ts';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addMerge, addUser, finishMerge, secondsAfterStart, sha256 } from '../../testing/rows-testing.ts';
import { countPreviewUses, insertPreview, listPreviewHashes } from '../platform/image-previews.ts';
import { listFreedBlobs } from '../uploads/blob-sweep.ts';
import { insertOwnerBlob } from '../uploads/blobs.ts';
import { releaseUploads, rowsOfRelease } from '../uploads/owner-blobs.ts';
import { deleteMergeJob, hasMergeUnderWay, listMergeHashes, lockMergeJob, rowsOfMerge } from './merge-deletion.ts';
import {
	countMergeDownloads,
	deleteMergeDownload,
	deleteMergeDownloadsBefore,
	insertMergeDownload,
	renewMergeDownload,
} from './merge-downloads.ts';
import { findMergeJob } from './merge-jobs.ts';

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

const textsOf = (id: string) => [`manifest ${id}`, `index ${id}`, `pack ${id}`].map(sha256);

test('a merge keeps its pictures, its lists and its archive’s texts, each named once', async () => {
	const { db } = database;
	const id = await addFinished(await addUser(db), ['a', 'b', 'a']);
	expect((await listMergeHashes(db, id)).toSorted()).toEqual([sha256('a'), sha256('b'), ...textsOf(id)].toSorted());
	const { id: waiting } = await addMerge(db, await addUser(db));
	expect(await listMergeHashes(db, waiting)).toEqual([sha256(`manifest ${waiting}`)]);
});

test('only what nothing else refers to would be freed, and only that is', async () => {
	const { db } = database;
	const [ownerId, otherId] = [await addUser(db), await addUser(db)];
	const [id, second] = [await addFinished(ownerId, ['a', 'b', 'c', 'd']), await addFinished(ownerId, ['b'])];
	const held = { lastUsedAt: secondsAfterStart(1) };
	for (const content of ['a', 'b', 'd']) await insertOwnerBlob(db, { ownerId, sha256: sha256(content), ...held });
	await insertOwnerBlob(db, { ownerId: otherId, sha256: sha256('c'), ...held });
	await insertOwnerBlob(db, { ownerId, sha256: sha256('d'), lastUsedAt: secondsAfterStart(30) });
	const release = { ownerId, usedUntil: secondsAfterStart(9), usedBefore: secondsAfterStart(0) };
	const leaving = { ...rowsOfMerge(id), ownerBlobs: rowsOfRelease(release) };
	const freed = async (rows: object) =>
		(await listFreedBlobs(db, await listMergeHashes(db, id), rows)).map((blob) => blob.sha256).toSorted();
	expect(await freed({})).toEqual([]);
	expect(await freed(rowsOfMerge(id))).toEqual(textsOf(id).toSorted());
	expect(await freed(leaving)).toEqual([sha256('a'), ...textsOf(id)].toSorted());
	await db
		.insertInto('uploadsInFlight')
		.values({ id: 'u', ownerId: otherId, sha256: sha256('a'), bytes: 1, startedAt: secondsAfterStart(1) })
		.execute();
	expect(await freed(leaving)).toEqual(textsOf(id).toSorted());

	const hashes = await listMergeHashes(db, id);
	await transact(db, async (trx) => {
		expect(await lockMergeJob(trx, otherId, id)).toBeUndefined();
		expect((await lockMergeJob(trx, ownerId, id))?.id).toBe(id);
		await deleteMergeJob(trx, id);
		await releaseUploads(trx, hashes, release);
	});
	expect([await findMergeJob(db, 'all', id), (await findMergeJob(db, 'all', second))?.id]).toEqual([undefined, second]);
	const left = await db.selectFrom('ownerBlobs').select(['ownerId', 'sha256']).execute();
	expect(left.map((blob) => blob.sha256).toSorted()).toEqual(['b', 'c', 'd'].map(sha256).toSorted());
});

test('uploads stay with their owner while a merge is under way, and what was used long ago goes in any case', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	for (const content of ['a', 'b']) {
		await insertOwnerBlob(db, { ownerId, sha256: await addBlob(db, content), lastUsedAt: secondsAfterStart(20) });
	}
	const hashes = ['a', 'b'].map(sha256);
	const release = { ownerId, usedUntil: secondsAfterStart(9), usedBefore: secondsAfterStart(10) };
	const count = async () => (await db.selectFrom('ownerBlobs').select('sha256').execute()).length;
	await transact(db, (trx) => releaseUploads(trx, hashes, release));
	expect(await count()).toBe(2);
	const { id } = await addMerge(db, ownerId);
	expect(await hasMergeUnderWay(db, ownerId)).toBe(true);
	const longAgo = { ...release, usedBefore: secondsAfterStart(30) };
	await transact(db, (trx) => releaseUploads(trx, hashes, longAgo));
	expect(await count()).toBe(2);
	await deleteMergeJob(db, id);
	expect(await hasMergeUnderWay(db, ownerId)).toBe(false);
	await transact(db, (trx) => releaseUploads(trx, hashes, longAgo));
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
	const mergeJobId = await addFinished(await addUser(db), ['a']);
	for (const id of ['1', '2']) await insertMergeDownload(db, { id, mergeJobId, renewedAt: secondsAfterStart(0) });
	const countSince = (seconds: number) => countMergeDownloads(db, mergeJobId, secondsAfterStart(seconds));
	expect(await countSince(-1)).toBe(2);
	await renewMergeDownload(db, '2', secondsAfterStart(60));
	expect(await countSince(0)).toBe(1);
	await deleteMergeDownloadsBefore(db, secondsAfterStart(10));
	expect(await countSince(-1)).toBe(1);
	await deleteMergeDownload(db, '2');
	expect(await countSince(-1)).toBe(0);
	await insertMergeDownload(db, { id: '3', mergeJobId, renewedAt: secondsAfterStart(0) });
	await deleteMergeJob(db, mergeJobId);
	expect(await db.selectFrom('mergeDownloads').select('id').execute()).toEqual([]);
	const late = insertMergeDownload(db, { id: '4', mergeJobId, renewedAt: secondsAfterStart(0) });
	expect(isForeignKeyViolation(await late.catch((error: unknown) => error))).toBe(true);
});
