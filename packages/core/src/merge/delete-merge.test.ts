import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { exportInput } from '@adx/validators/exports';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openExport } from '../exports/download-export.ts';
import { getCollection } from '../gallery/get-collection.ts';
import { listGallery } from '../gallery/list-gallery.ts';
import { readCollectionImage } from '../gallery/read-collection-image.ts';
import type { RequestContext } from '../platform/context.ts';
import { createDiskStorage } from '../platform/storage/disk.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { sweepBlobs } from '../uploads/cleanup/sweep-blobs.ts';
import { sweepOrphans } from '../uploads/cleanup/sweep-orphans.ts';
import { deleteMerge, getMergeDeletion } from './delete-merge.ts';
import { getMerge, openMergeDownload } from './get-merge.ts';
import { listMerges } from './list-merges.ts';
import {
	addFinishedMerge,
	createMergeRequest,
	readDownload,
	upload,
	uploadImages,
	waitForMerge,
} from './merge-testing.ts';
import { mergeJob } from './run/run-merge.ts';
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
const own = (jobId: string) => ({ jobId, scope: 'own' as const });
const look = (jobId: string, by = ctx) => getMergeDeletion(by, own(jobId));
const remove = (jobId: string, by = ctx) => deleteMerge(by, own(jobId));

async function merged(numbers: readonly number[], by = ctx): Promise<string> {
	const { jobId } = await startMerge(by, await createMergeRequest(by, { All: await uploadImages(by, numbers) }));
	await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
	expect((await waitForMerge(by, jobId)).status).toBe('completed');
	return jobId;
}

const blobs = () => test.services.db.selectFrom('blobs').select(['sha256', 'sizeBytes']).execute();
const sumOf = (rows: readonly { readonly sizeBytes: number }[]) =>
	rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
const isStored = (sha256: string) =>
	buffer(test.services.storage.read(sha256)).then(
		() => true,
		() => false,
	);

describe('deleting a merge', () => {
	it('tells what it frees, frees as much, and leaves nothing of it', async () => {
		const jobId = await finished();
		await readCollectionImage(ctx, { collectionId: jobId, tokenNumber: 1, size: '200' });
		const before = await blobs();
		const told = await look(jobId);
		expect(told).toEqual({
			id: jobId,
			name: 'Winter Court',
			imageCount: 2,
			freedBytes: sumOf(before),
			consequences: ['It leaves the gallery, for everybody.', 'Its download, its exports and its page stop working.'],
			blockers: [],
		});
		expect(await remove(jobId)).toEqual({
			success: true,
			id: jobId,
			name: 'Winter Court',
			freedBytes: told.freedBytes,
			isFreeing: false,
		});
		expect([await blobs(), await listMerges(ctx, { scope: 'own' }), await listGallery(other)]).toEqual([[], [], []]);
		for (const { sha256 } of before) expect(await isStored(sha256)).toBe(false);
		for (const gone of [
			() => remove(jobId),
			() => look(jobId),
			() => getMerge(ctx, own(jobId)),
			() => getCollection(ctx, { collectionId: jobId }),
			() => openMergeDownload(ctx, own(jobId)),
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
		const [first, second] = [await merged([1, 2, 3]), await merged([2, 3])];
		const told = await look(first);
		expect(await remove(first)).toMatchObject({ freedBytes: told.freedBytes });
		await readDownload(await openMergeDownload(ctx, own(second)));
		const left = sumOf(await blobs());
		expect((await look(second)).freedBytes).toBe(left);
		expect((await remove(second)).freedBytes).toBe(left);
		expect(await blobs()).toEqual([]);
	});

	it('keeps and does not count the files that somebody else uploaded or merged', {
		timeout: severalMergesMs,
	}, async () => {
		const jobId = await merged([1, 2]);
		const shared = await uploadImages(other, [1]);
		const theirs = await merged([2], other);
		const told = await look(jobId);
		expect(await remove(jobId)).toMatchObject({ freedBytes: told.freedBytes });
		expect(await isStored(shared[0]?.sha256 ?? '')).toBe(true);
		await readDownload(await openMergeDownload(other, own(theirs)));
	});

	it('leaves the owner what was asked for since, and everything while another merge is under way', {
		timeout: severalMergesMs,
	}, async () => {
		const jobId = await merged([1, 2]);
		const { completedAt } = await getMerge(ctx, own(jobId));
		const later = new Date(Date.parse(completedAt ?? '') + 1_000);
		const [wanted] = await uploadImages({ ...ctx, clock: () => later }, [1]);
		const told = await look(jobId);
		expect(await remove(jobId)).toMatchObject({ freedBytes: told.freedBytes });
		expect(await isStored(wanted?.sha256 ?? '')).toBe(true);
		const held = await test.services.db.selectFrom('ownerBlobs').select('sha256').execute();
		expect(held).toEqual([{ sha256: wanted?.sha256 }]);

		const second = await merged([3]);
		const waiting = await createMergeRequest(ctx, { All: await uploadImages(ctx, [3]) });
		const { jobId: running } = await startMerge(ctx, waiting);
		const meanwhile = await look(second);
		expect(await remove(second)).toMatchObject({ freedBytes: meanwhile.freedBytes });
		await mergeJob.run(test.services, { jobId: running, slot: 0 }, new AbortController().signal);
		expect((await waitForMerge(ctx, running)).status).toBe('completed');
	});

	it('deletes one that failed, and one that is hidden, which nobody else sees anyway', async () => {
		const failed = await finished();
		await hideMerge(ctx, { jobId: failed });
		expect((await look(failed)).consequences).toEqual(['Its download, its exports and its page stop working.']);
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { A: await uploadImages(ctx, [9]) }));
		await test.services.db
			.updateTable('mergeJobs')
			.set({ status: 'failed', phase: 'failed', completedAt: new Date() })
			.where('id', '=', jobId)
			.execute();
		expect(await look(jobId)).toMatchObject({ consequences: [], blockers: [] });
		expect([await remove(jobId), await remove(failed)]).toMatchObject([{ success: true }, { success: true }]);
		expect(await listMerges(ctx, { scope: 'own' })).toEqual([]);
	});

	it('is for the owner, and for a developer who asks for all', async () => {
		const jobId = await finished();
		const stranger = await test.contextOf();
		for (const by of [stranger, other]) {
			await expect(look(jobId, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
			await expect(remove(jobId, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		await expect(deleteMerge(stranger, { jobId, scope: 'all' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
		const told = await getMergeDeletion(other, { jobId, scope: 'all' });
		expect(await deleteMerge(other, { jobId, scope: 'all' })).toMatchObject({ freedBytes: told.freedBytes });
		expect(await blobs()).toEqual([]);
	});
});

it('answers before all files are gone where that takes long, and deletes the rest behind the answer', async () => {
	const jobId = await finished();
	const files = await blobs();
	const opened = Promise.withResolvers<void>();
	const { storage } = ctx;
	const slow = {
		...storage,
		deleteUnlessFresh: (sha256: string, before: Date) =>
			opened.promise.then(() => storage.deleteUnlessFresh(sha256, before)),
	};
	const gone = await deleteMerge({ ...ctx, storage: slow }, own(jobId), { waitMs: 1 });
	expect(gone).toMatchObject({ success: true, freedBytes: 0, isFreeing: true });
	await expect(remove(jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
	opened.resolve();
	const left = async () => (await Promise.all(files.map(({ sha256 }) => isStored(sha256)))).filter(Boolean).length;
	await expect.poll(left, { timeout: 15_000 }).toBe(0);
});

describe('a deletion that a killed process broke off', () => {
	const inDays = (days: number) => ({ ...ctx, clock: () => new Date(Date.now() + days * 24 * 3_600_000) });

	it('after the rows of the merge leaves only what the sweeper finds', async () => {
		const jobId = await finished();
		const files = await blobs();
		await expect(deleteMerge({ ...ctx, db: dyingAfter(1, ctx.db) }, own(jobId))).rejects.toThrow('killed');
		await expect(remove(jobId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		for (const { sha256 } of files) expect(await isStored(sha256)).toBe(true);
		await sweepBlobs(inDays(8));
		await sweepBlobs(inDays(10));
		expect(await blobs()).toEqual([]);
		for (const { sha256 } of files) expect(await isStored(sha256)).toBe(false);
	});

	it('between the rows of the files and the files leaves only what the sweeper finds', async () => {
		const directory = await mkdtemp(join(tmpdir(), 'adx-deletion-'));
		onTestFinished(() => rm(directory, { recursive: true, force: true }));
		const storage = await createDiskStorage(directory);
		const onDisk = { ...ctx, storage };
		// Files of somebody else: where most are unknown, none is deleted.
		for (let count = 0; count < 9; count++) await upload({ ...other, storage }, randomBytes(100), 'unreadable');
		const kept = await blobs();
		const jobId = await addFinishedMerge({ ...test.services, storage }, ctx.actor?.userId ?? '');
		const files = (await blobs()).length - kept.length;
		const dying = { ...storage, deleteUnlessFresh: () => Promise.reject(new Error('killed')) };
		expect(await deleteMerge({ ...onDisk, storage: dying }, own(jobId))).toMatchObject({ freedBytes: 0 });
		expect((await blobs()).length).toBe(kept.length);
		expect(await sweepOrphans({ ...inDays(10), storage })).toBe(files);
		expect(await sweepOrphans({ ...inDays(10), storage })).toBe(0);
	});
});

/** A database that is gone after so many transactions. */
function dyingAfter(transactions: number, db: RequestContext['db']): RequestContext['db'] {
	let left = transactions;
	return new Proxy(db, {
		get(target, name) {
			if (name === 'transaction' && left-- === 0) throw new Error('killed');
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
