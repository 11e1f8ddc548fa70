import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportInput } from '@adx/validators/exports';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deletionJob } from '../deletion/free-deleted.ts';
import { openExport } from '../exports/download-export.ts';
import { getCollection } from '../gallery/get-collection.ts';
import { listGallery } from '../gallery/list-gallery.ts';
import { readCollectionImage } from '../gallery/read-collection-image.ts';
import type { RequestContext } from '../platform/context.ts';
import { createDiskStorage } from '../platform/storage/disk.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { sweepOrphans } from '../uploads/cleanup/sweep-orphans.ts';
import { findMissingUploads } from '../uploads/find-missing-uploads.ts';
import { deleteMerge, getMergeDeletion } from './delete-merge.ts';
import { getMerge, openMergeDownload } from './get-merge.ts';
import { listMerges } from './list-merges.ts';
import {
	addFinishedMerge,
	createMergeRequest,
	createPng,
	finishMerge,
	hashOf,
	isStored as isStoredIn,
	mergeImages,
	readDownload,
	toOwnInput,
	upload,
	uploadImages,
} from './merge-testing.ts';
import { startMerge } from './start-merge.ts';
import { hideMerge } from './update-merge.ts';

/** On a machine that does much else. */
const severalMergesMs = 120_000;

const test = useTestServices();
let ctx: RequestContext;
let other: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf();
	other = await test.contextOf({ role: 'developer' });
});

const finished = (by = ctx) => addFinishedMerge(test.services, by.actor?.userId ?? '');
const preview = (jobId: string, by = ctx) => getMergeDeletion(by, toOwnInput(jobId));
const remove = (jobId: string, by = ctx) => deleteMerge(by, toOwnInput(jobId));
/** A worker's part of a deletion. */
const freeRest = (jobId: string) => deletionJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
const openDeletions = () => test.services.db.selectFrom('deletions').select('id').execute();

const blobs = () => test.services.db.selectFrom('blobs').select(['sha256', 'sizeBytes']).execute();
const sumOf = (rows: readonly { readonly sizeBytes: number }[]) =>
	rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
const isStored = (sha256: string) => isStoredIn(test.services, sha256);

describe('deleting a merge', () => {
	it('previews what it frees, frees as much, and leaves nothing of it', async () => {
		const jobId = await finished();
		await readCollectionImage(ctx, { collectionId: jobId, tokenNumber: 1, size: '200' });
		const before = await blobs();
		const previewed = await preview(jobId);
		expect(previewed).toEqual({
			id: jobId,
			name: 'Winter Court',
			imageCount: 2,
			freedBytes: sumOf(before),
			consequences: [
				'It leaves the gallery, for everybody.',
				'Its download, its exports and its page stop working.',
				'A draft in the merger that lists the same files needs them picked again.',
			],
			blockers: [],
		});
		expect(await remove(jobId)).toEqual({
			success: true,
			id: jobId,
			name: 'Winter Court',
			freedBytes: previewed.freedBytes,
			isFreeing: false,
		});
		expect([await blobs(), await listMerges(ctx, { scope: 'own' }), await listGallery(other)]).toEqual([[], [], []]);
		for (const { sha256 } of before) expect(await isStored(sha256)).toBe(false);
		for (const gone of [
			() => remove(jobId),
			() => preview(jobId),
			() => getMerge(ctx, toOwnInput(jobId)),
			() => getCollection(ctx, { collectionId: jobId }),
			() => openMergeDownload(ctx, toOwnInput(jobId)),
			() => openExport(ctx, exportInput.parse({ collectionId: jobId, target: 'plain' })),
		]) {
			await expect(gone()).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		const audit = await test.services.db.selectFrom('auditLog').select(['actorId', 'action', 'subject']).execute();
		const subject = { jobId, ownerId: ctx.actor?.userId, projectName: 'Winter Court' };
		expect(audit).toEqual([{ actorId: ctx.actor?.userId, action: 'merge.delete', subject }]);
	});

	it('keeps and does not count the files that another merge of the owner uses', {
		timeout: severalMergesMs,
	}, async () => {
		const [first, second] = [await mergeImages(ctx, [1, 2, 3]), await mergeImages(ctx, [2, 3])];
		const previewed = await preview(first);
		expect(await remove(first)).toMatchObject({ freedBytes: previewed.freedBytes });
		await readDownload(await openMergeDownload(ctx, toOwnInput(second)));
		const left = sumOf(await blobs());
		expect((await preview(second)).freedBytes).toBe(left);
		expect((await remove(second)).freedBytes).toBe(left);
		expect(await blobs()).toEqual([]);
	});

	it('keeps and does not count the files that somebody else uploaded or merged', {
		timeout: severalMergesMs,
	}, async () => {
		const jobId = await mergeImages(ctx, [1, 2]);
		const shared = await uploadImages(other, [1]);
		const theirs = await mergeImages(other, [2]);
		const previewed = await preview(jobId);
		expect(await remove(jobId)).toMatchObject({ freedBytes: previewed.freedBytes });
		expect(await isStored(shared[0]?.sha256 ?? '')).toBe(true);
		await readDownload(await openMergeDownload(other, toOwnInput(theirs)));
	});

	it('leaves the owner what was asked for since the merge was started, and everything while another one is under way', {
		timeout: severalMergesMs,
	}, async () => {
		const request = await createMergeRequest(ctx, { All: await uploadImages(ctx, [1, 2, 3]) });
		const { jobId } = await startMerge(ctx, request);
		const [duringMerge, afterMerge, unasked] = await Promise.all(
			[1, 2, 3].map(async (n) => hashOf(await createPng(n))),
		);
		const ask = (sha256 = '') => findMissingUploads(ctx, { hashes: [sha256] });
		expect(await ask(duringMerge)).toEqual({ missing: [] });
		await finishMerge(ctx, jobId);
		expect(await ask(afterMerge)).toEqual({ missing: [] });
		const previewed = await preview(jobId);
		expect(await remove(jobId)).toMatchObject({ freedBytes: previewed.freedBytes });
		const stored = await Promise.all([duringMerge, afterMerge, unasked].map((sha256 = '') => isStored(sha256)));
		expect(stored).toEqual([true, true, false]);
		const held = await test.services.db.selectFrom('ownerBlobs').select('sha256').execute();
		expect(held.map(({ sha256 }) => sha256).toSorted()).toEqual([duringMerge, afterMerge].toSorted());

		const second = await mergeImages(ctx, [4]);
		const waiting = await createMergeRequest(ctx, { All: await uploadImages(ctx, [4]) });
		const { jobId: running } = await startMerge(ctx, waiting);
		const meanwhile = await preview(second);
		expect(await remove(second)).toMatchObject({ freedBytes: meanwhile.freedBytes });
		await finishMerge(ctx, running);
	});

	it('deletes one that failed, and one that is hidden, which nobody else sees anyway', async () => {
		const failed = await finished();
		await hideMerge(ctx, { jobId: failed });
		expect((await preview(failed)).consequences).toEqual([
			'Its download, its exports and its page stop working.',
			'A draft in the merger that lists the same files needs them picked again.',
		]);
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { A: await uploadImages(ctx, [9]) }));
		await test.services.db
			.updateTable('mergeJobs')
			.set({ status: 'failed', phase: 'failed', completedAt: new Date() })
			.where('id', '=', jobId)
			.execute();
		expect(await preview(jobId)).toMatchObject({ consequences: [expect.stringMatching(/^A draft/)], blockers: [] });
		expect([await remove(jobId), await remove(failed)]).toMatchObject([{ success: true }, { success: true }]);
		expect(await listMerges(ctx, { scope: 'own' })).toEqual([]);
	});

	it('is for the owner, and for a developer who asks for all', async () => {
		const jobId = await finished();
		const stranger = await test.contextOf();
		for (const by of [stranger, other]) {
			await expect(preview(jobId, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
			await expect(remove(jobId, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		await expect(deleteMerge(stranger, { jobId, scope: 'all' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
		const previewed = await getMergeDeletion(other, { jobId, scope: 'all' });
		expect(await deleteMerge(other, { jobId, scope: 'all' })).toMatchObject({ freedBytes: previewed.freedBytes });
		expect(await blobs()).toEqual([]);
	});
});

it('counts once at a time for an account, and refuses it more than eight that wait', async () => {
	const jobId = await finished();
	// Far more than it takes: those whose connection is opened first ask late.
	const results = await Promise.allSettled(Array.from({ length: 60 }, () => preview(jobId)));
	const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
	expect(refused.length).toBeGreaterThan(0);
	for (const reason of refused) expect(reason).toMatchObject({ code: 'LIMIT', reason: 'rate_limited' });
	await expect(preview(jobId)).resolves.toMatchObject({ blockers: [] });
});

it('counts nothing any more for a caller who hung up', async () => {
	const jobId = await finished();
	const gone = AbortSignal.abort(new Error('gone'));
	await expect(preview(jobId, { ...ctx, gone })).rejects.toThrow('gone');
});

describe('files that are not deleted with the merge', () => {
	const expectNothingLeft = async (files: readonly { readonly sha256: string }[]) => {
		expect([await blobs(), await openDeletions(), await listTokens()]).toEqual([[], [], []]);
		for (const { sha256 } of files) expect(await isStored(sha256)).toBe(false);
	};
	const listTokens = () => test.services.db.selectFrom('mergedImages').select('tokenNumber').execute();

	it('are left to a worker where they take longer than a request should', async () => {
		const jobId = await finished();
		const files = await blobs();
		const previewed = await preview(jobId);
		const deleted = await deleteMerge(ctx, toOwnInput(jobId), { waitMs: 0 });
		expect(deleted).toMatchObject({ success: true, isFreeing: true });
		expect(deleted.freedBytes).toBeLessThan(previewed.freedBytes);
		await expect(remove(jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		expect(await openDeletions()).toEqual([{ id: jobId }]);
		expect(await test.services.queue.hasLiveMessage('deletion', { jobId, slot: 0 })).toBe(true);
		await freeRest(jobId);
		await expectNothingLeft(files);
		await freeRest(jobId);
	});

	it('are left to a worker where the database fails after the merge was deleted, whatever was done before', {
		timeout: severalMergesMs,
	}, async () => {
		const theirs = await mergeImages(other, [1, 2]);
		const archive = await readDownload(await openMergeDownload(other, toOwnInput(theirs)));
		const kept = await blobs();
		for (let transactions = 1; ; transactions++) {
			const jobId = await mergeImages(ctx, [1, 2, 3]);
			await readCollectionImage(ctx, { collectionId: jobId, tokenNumber: 3, size: '200' });
			const { isFreeing } = await remove(jobId, { ...ctx, db: failingAfter(transactions, ctx.db) });
			expect(await listMerges(ctx, { scope: 'own' })).toEqual([]);
			if (!isFreeing) break;
			await freeRest(jobId);
			expect(toSorted(await blobs())).toEqual(toSorted(kept));
			expect([await openDeletions(), await isStored(hashOf(await createPng(3)))]).toEqual([[], false]);
			// Each of its steps was met.
			expect(transactions).toBeLessThan(20);
		}
		expect(await readDownload(await openMergeDownload(other, toOwnInput(theirs)))).toEqual(archive);
	});

	it('are orphans where the disk refuses after their rows were deleted, which the sweeper deletes', async () => {
		const directory = await mkdtemp(join(tmpdir(), 'adx-deletion-'));
		onTestFinished(() => rm(directory, { recursive: true, force: true }));
		const storage = await createDiskStorage(directory);
		// Files of somebody else: where most are unknown, none is deleted.
		for (let count = 0; count < 9; count++) await upload({ ...other, storage }, randomBytes(100), 'unreadable');
		const kept = await blobs();
		const jobId = await addFinishedMerge({ ...test.services, storage }, ctx.actor?.userId ?? '');
		const files = (await blobs()).length - kept.length;
		const refusing = { ...storage, deleteUnlessFresh: () => Promise.reject(new Error('read-only')) };
		expect(await deleteMerge({ ...ctx, storage: refusing }, toOwnInput(jobId))).toMatchObject({ freedBytes: 0 });
		expect((await blobs()).length).toBe(kept.length);
		const later = { ...ctx, clock: () => new Date(Date.now() + 10 * 24 * 3_600_000), storage };
		expect(await sweepOrphans(later)).toBe(files);
		expect(await sweepOrphans(later)).toBe(0);
	});
});

const toSorted = (rows: readonly { readonly sha256: string }[]) => rows.map(({ sha256 }) => sha256).toSorted();

/** A database that fails after so many transactions. */
function failingAfter(transactions: number, db: RequestContext['db']): RequestContext['db'] {
	let left = transactions;
	return new Proxy(db, {
		get(target, name) {
			if (name === 'transaction' && left-- <= 0) throw new Error('out of order');
			const value: unknown = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}

it('frees the list of what was uploaded and never merged, and leaves other uploads alone', async () => {
	const jobId = await finished();
	const unused = await upload(ctx, randomBytes(1_000), 'unreadable');
	await remove(jobId);
	expect(await isStored(unused)).toBe(true);
});
