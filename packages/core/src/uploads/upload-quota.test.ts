import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createMergeRequest, hashOf, upload, uploadImages, waitForMerge } from '../merge/merge-testing.ts';
import { mergeJob } from '../merge/run/merge-job.ts';
import { startMerge } from '../merge/start-merge.ts';
import type { Actor, RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { findMissingUploads } from './find-missing-uploads.ts';
import { receiveUpload } from './receive-upload.ts';
import { readUploadUsage } from './upload-quota.ts';

const test = useTestServices();

/** A caller whose account may hold so many bytes. */
async function callerWith(creator: number, actor: Partial<Actor> = {}, developer = 0): Promise<RequestContext> {
	const ctx = await test.contextOf(actor);
	return { ...ctx, config: { ...ctx.config, uploadQuotaBytes: { creator, developer } } };
}

const send = (ctx: RequestContext, sizeBytes = 100_000) => upload(ctx, randomBytes(sizeBytes), 'unreadable');
const heldBytes = async (ctx: RequestContext) => {
	const rows = await ctx.db
		.selectFrom('ownerBlobs')
		.innerJoin('blobs', 'blobs.sha256', 'ownerBlobs.sha256')
		.select('sizeBytes')
		.where('ownerId', '=', ctx.actor?.userId ?? '')
		.execute();
	return rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
};
const inFlight = () => test.services.db.selectFrom('uploadsInFlight').selectAll().execute();
async function storedCount(): Promise<number> {
	let count = 0;
	for await (const hashes of test.services.storage.listObjects()) count += hashes.length;
	return count;
}

describe('the quota of uploads that nothing uses', () => {
	it('takes the last byte of it, and refuses the next one with how much is used and how to free it', async () => {
		const ctx = await callerWith(250_000);
		await send(ctx);
		await send(ctx, 150_000);
		const before = await storedCount();
		await expect(send(ctx, 1)).rejects.toMatchObject({
			code: 'STORAGE_FULL',
			reason: 'upload_quota',
			message: expect.stringMatching(/take 0\.3 MB of the 0\.3 MB that they may.*Delete Unused Uploads.*7 days/),
		});
		expect([await storedCount(), await inFlight()]).toEqual([before, []]);
	});

	it('is not exceeded by 20 uploads at once', async () => {
		const ctx = await callerWith(500_000);
		const sent = await Promise.allSettled(Array.from({ length: 20 }, () => send(ctx)));
		const refused = sent.filter((each) => each.status === 'rejected');
		for (const { reason } of refused) expect(reason).toMatchObject({ reason: 'upload_quota' });
		expect([refused.length, await heldBytes(ctx)]).toEqual([15, 500_000]);
	});

	it('counts small files as what they cost', async () => {
		const ctx = await callerWith(100_000);
		for (const sizeBytes of [1, 2, 3]) await send(ctx, sizeBytes);
		await expect(send(ctx, 4)).rejects.toMatchObject({ reason: 'upload_quota' });
	});

	it('counts a body of unknown length as it turns out, and takes none beyond', async () => {
		const ctx = await callerWith(250_000);
		const sendUnknown = (bytes: Buffer) =>
			receiveUpload(ctx, { sha256: hashOf(bytes), as: 'unreadable' }, Readable.from([bytes]), null);
		await sendUnknown(randomBytes(240_000));
		await expect(sendUnknown(randomBytes(10))).rejects.toMatchObject({ reason: 'upload_quota' });
	});

	it('gets back what was reserved for a body that is refused or breaks off', async () => {
		const ctx = await callerWith(150_000);
		const wrong = Readable.from([randomBytes(100_000)]);
		const mismatch = receiveUpload(ctx, { sha256: hashOf('other'), as: 'unreadable' }, wrong, 100_000);
		await expect(mismatch).rejects.toMatchObject({ reason: 'upload_mismatch' });
		const broken = new PassThrough();
		broken.write(randomBytes(10));
		const hungUp = receiveUpload(ctx, { sha256: hashOf('more'), as: 'unreadable' }, broken, 100_000);
		await expect.poll(inFlight).toHaveLength(1);
		await expect(send(ctx)).rejects.toMatchObject({ reason: 'upload_quota' });
		broken.destroy(new Error('gone'));
		await expect(hungUp).rejects.toThrow('gone');
		expect(await inFlight()).toEqual([]);
		await send(ctx);
	});

	it('is another one for developers, and none at 0', async () => {
		const developer = await callerWith(50_000, { role: 'developer' }, 200_000);
		await send(developer);
		await send(developer);
		await expect(send(developer)).rejects.toMatchObject({ reason: 'upload_quota' });
		const unlimited = await callerWith(0);
		await send(unlimited);
		expect(await readUploadUsage(unlimited)).toEqual({ unusedBytes: 100_000, quotaBytes: null });
	});

	it('holds what a merge under way is made of until the merge is finished', async () => {
		const ctx = await callerWith(32_768 * 4);
		const { jobId } = await startMerge(ctx, await createMergeRequest(ctx, { All: await uploadImages(ctx, [1, 2, 3]) }));
		// By then it is counted again: the list is the merge's, and its images are not yet.
		const later = { ...ctx, clock: () => new Date(Date.now() + 60_000) };
		await send(later, 10);
		await expect(send(later, 10)).rejects.toMatchObject({ reason: 'upload_quota' });
		await mergeJob.run(test.services, { jobId, slot: 0 }, new AbortController().signal);
		expect((await waitForMerge(ctx, jobId)).status).toBe('completed');
		for (let count = 0; count < 3; count++) await send(ctx, 10);
		await expect(send(ctx, 10)).rejects.toMatchObject({ reason: 'upload_quota' });
	});

	it('counts what was there before anybody counted', async () => {
		const ctx = await callerWith(250_000);
		await send(ctx);
		await send(ctx);
		await ctx.db.deleteFrom('uploadUsage').execute();
		await expect(send(ctx)).rejects.toMatchObject({ reason: 'upload_quota' });
	});

	it('refuses nothing that fits when the count expires before it is used', async () => {
		const ctx = await callerWith(250_000);
		await send(ctx);
		let looks = 0;
		// At the fourth look the count that was just made is two hours old.
		const clock = () => new Date(Date.now() + (looks++ < 3 ? 2 : 4) * 3_600_000);
		await send({ ...ctx, clock });
		await expect(send(ctx)).rejects.toMatchObject({ reason: 'upload_quota' });
	});

	it('is told before anything is sent, when what is missing does not fit', async () => {
		const ctx = await callerWith(250_000);
		const held = randomBytes(200_000);
		await upload(ctx, held, 'unreadable');
		const [mine, other] = [hashOf(held), hashOf('other')];
		const ask = (hashes: string[], sizes?: number[]) => findMissingUploads(ctx, { hashes, ...(sizes && { sizes }) });
		expect(await ask([mine, other], [200_000, 50_000])).toEqual({ missing: [other] });
		expect(await ask([mine], [200_000])).toEqual({ missing: [] });
		await expect(ask([mine, other], [200_000, 50_001])).rejects.toMatchObject({ reason: 'upload_quota' });
		expect(await ask([mine, other])).toEqual({ missing: [other] });
	});
});
