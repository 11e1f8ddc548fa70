import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { startAttributes } from '../../attributes/start-attributes.ts';
import { openMergeDownload } from '../../merge/get-merge.ts';
import {
	addFinishedMerge,
	createMergeRequest,
	isStored as isStoredIn,
	readDownload,
	upload as uploadFor,
	uploadImages,
	waitForMerge,
} from '../../merge/merge-testing.ts';
import { mergeJob } from '../../merge/run/merge-job.ts';
import { startMerge } from '../../merge/start-merge.ts';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { cleanUp } from '../../stats-and-cleanup/clean-up.ts';
import { findMissingUploads } from '../find-missing-uploads.ts';
import { receiveUpload } from '../receive-upload.ts';
import { readUploadUsage } from '../upload-quota.ts';

const test = useTestServices();
let ctx: RequestContext;
let other: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf();
	other = await test.contextOf({ role: 'developer' });
});

const upload = (bytes: Buffer, by = ctx) => uploadFor(by, bytes, 'unreadable');
const isStored = (sha256: string) => isStoredIn(test.services, sha256);
const free = (by = ctx, scope: 'own' | 'all' = 'own') => cleanUp(by, { scope, uploadsOnly: true });
const missingOf = async (by: RequestContext, hashes: string[]) => (await findMissingUploads(by, { hashes })).missing;

describe('a cleanup', () => {
	it('deletes the caller’s unused uploads with their files at once, and tells the bytes', async () => {
		const mine = [await upload(randomBytes(1_000)), await upload(randomBytes(2_000))];
		const theirs = await upload(randomBytes(4_000), other);
		expect(await cleanUp(ctx, { scope: 'own' })).toMatchObject({ deletedUploads: 2, freedBytes: 3_000 });
		for (const sha256 of mine) expect(await isStored(sha256)).toBe(false);
		expect(await isStored(theirs)).toBe(true);
		expect(await missingOf(ctx, mine)).toEqual(mine);
		expect((await readUploadUsage(ctx)).unusedBytes).toBe(0);
		expect(await free()).toMatchObject({ deletedUploads: 0, freedBytes: 0 });
	});

	it('deletes everybody’s for a developer who asks for all, and nothing else when asked for uploads alone', async () => {
		const uploads = [await upload(randomBytes(1_000)), await upload(randomBytes(2_000), other)];
		await expect(free(ctx, 'all')).rejects.toMatchObject({ code: 'FORBIDDEN' });
		expect(await free(other, 'all')).toEqual({
			success: true,
			deletedImages: 0,
			keptImages: 0,
			deletedUploads: 2,
			freedBytes: 3_000,
		});
		for (const sha256 of uploads) expect(await isStored(sha256)).toBe(false);
		const audit = await test.services.db.selectFrom('auditLog').select(['action', 'subject']).execute();
		const subject = { scope: 'all', deletedUploads: 2, freedBytes: 3_000 };
		expect(audit).toEqual([{ action: 'uploads.delete', subject }]);
	});

	it('keeps the file that somebody else uploaded too', async () => {
		const bytes = randomBytes(1_000);
		const sha256 = await upload(bytes);
		await upload(bytes, other);
		expect(await free()).toMatchObject({ deletedUploads: 1, freedBytes: 0 });
		expect([await isStored(sha256), await missingOf(ctx, [sha256])]).toEqual([true, [sha256]]);
		expect(await free(other)).toMatchObject({ deletedUploads: 1, freedBytes: 1_000 });
	});

	it('keeps what a finished merge is made of', async () => {
		const jobId = await addFinishedMerge(test.services, ctx.actor?.userId ?? '');
		expect(await cleanUp(other, { scope: 'all' })).toMatchObject({ deletedUploads: 0 });
		await readDownload(await openMergeDownload(ctx, { jobId, scope: 'own' }));
	});

	it('keeps all that an account uploaded while a merge of it is under way', async () => {
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { All: await uploadImages(ctx, [1, 2]) }));
		const unused = await upload(randomBytes(10));
		expect(await free(other, 'all')).toMatchObject({ deletedUploads: 0 });
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect((await waitForMerge(ctx, jobId)).status).toBe('completed');
		expect(await free(other, 'all')).toMatchObject({ deletedUploads: 1 });
		expect(await isStored(unused)).toBe(false);
	});

	it('keeps the list of an attribute job that has not ended', async () => {
		const images = [{ filename: '1.png', metadata: null }];
		const list = Buffer.from(JSON.stringify({ format: 'adx-folder-1', images }));
		const folder = await uploadFor(ctx, list, 'folder');
		await startAttributes(ctx, { folderSize: 1, folder } as never);
		expect(await free()).toMatchObject({ deletedUploads: 0 });
		expect(await isStored(folder)).toBe(true);
	});

	it('keeps the file that somebody is just sending', async () => {
		const bytes = randomBytes(1_000);
		const sha256 = await upload(bytes);
		const body = new PassThrough();
		body.write(bytes.subarray(0, 10));
		const sending = receiveUpload(other, { sha256, as: 'unreadable' }, body, bytes.length);
		const inFlight = () => test.services.db.selectFrom('uploadsInFlight').select('sha256').execute();
		await expect.poll(inFlight).toEqual([{ sha256 }]);
		// However long ago the sender found the file there.
		const later = { ...ctx, clock: () => new Date(Date.now() + 60_000) };
		expect(await free(later)).toMatchObject({ deletedUploads: 1, freedBytes: 0 });
		body.end(bytes.subarray(10));
		await sending;
		expect(await isStored(sha256)).toBe(true);
	});

	it('keeps what is stored again between its rows and its files', async () => {
		const bytes = randomBytes(1_000);
		const sha256 = await upload(bytes);
		const { storage } = ctx;
		const deleteUnlessFresh = async (hash: string, before: Date) => {
			await upload(bytes, other);
			return storage.deleteUnlessFresh(hash, before);
		};
		const freed = await free({ ...ctx, storage: { ...storage, deleteUnlessFresh } });
		expect(freed).toMatchObject({ deletedUploads: 1, freedBytes: 0 });
		expect([await isStored(sha256), await missingOf(other, [sha256])]).toEqual([true, []]);
	});

	it('leaves a merge that starts meanwhile all of its files or tells that they are to be sent again', async () => {
		for (let round = 0; round < 10; round++) {
			const order = await createMergeRequest(ctx, {
				[`Set-${round}`]: await uploadImages(ctx, [round * 2, round * 2 + 1]),
			});
			const [started] = await Promise.allSettled([startMerge(ctx, order), free(other, 'all')]);
			if (started.status === 'rejected') {
				expect(started.reason).toMatchObject({ code: 'MISMATCH', reason: 'upload_missing' });
				continue;
			}
			const { jobId } = started.value;
			await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
			expect(await waitForMerge(ctx, jobId)).toMatchObject({ status: 'completed' });
		}
	});
});
