import { listImages } from '@adx/db/repositories/generation/generated-images';
import { addPreparedMint } from '@adx/db/testing/rows-testing';
import { imageListInput } from '@adx/validators/generation/job-inputs';
import { beforeEach, describe, expect, it } from 'vitest';
import { deletionJob } from '../../deletion/free-deleted.ts';
import { openMergeDownload } from '../../merge/get-merge.ts';
import { createMergeRequest, finishMerge, hashOf, readDownload, toOwnInput } from '../../merge/merge-testing.ts';
import { startMerge } from '../../merge/start-merge.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createPixelEngine } from '../../platform/services-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { readStats } from '../../stats-and-cleanup/read-stats.ts';
import { openGenerationZip } from '../download/generation-zip.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration, listGeneratedImages, listGenerations } from '../queries/generations.ts';
import { readImage } from '../queries/read-image.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImages } from '../versions/regenerate-images.ts';
import { listVersions } from '../versions/versions.ts';
import { cancelGeneration } from './control-job.ts';
import { deleteJob, getJobDeletion } from './delete-job.ts';

const test = useTestServices({ forge: createPixelEngine() });
let ctx: RequestContext;
let other: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf();
	other = await test.contextOf({ role: 'developer' });
});

const preview = (jobId: string, by = ctx) => getJobDeletion(by, toOwnInput(jobId));
const remove = (jobId: string, by = ctx) => deleteJob(by, toOwnInput(jobId));
const countRows = async (table: 'generatedImages' | 'imageVersions' | 'ownerBlobs' | 'blobs' | 'deletions') =>
	(
		await test.services.db
			.selectFrom(table)
			.select((eb) => eb.lit(1).as('one'))
			.execute()
	).length;
const imagesOf = (jobId: string) => listImages(test.services.db, jobId);

async function generate(by = ctx, count = 3): Promise<string> {
	const { jobId } = await startGeneration(by, createRequest(count));
	await driveJob(by, jobId);
	return jobId;
}

async function measureFreed(work: () => Promise<unknown>): Promise<number> {
	const before = await test.files.sumBytes();
	await work();
	return before - (await test.files.sumBytes());
}

/** A merge of all pictures of a job, which the server has already. */
async function startMergeOf(jobId: string) {
	const images = (await imagesOf(jobId)).map(({ blobSha256, filename }) => ({
		filename,
		sha256: blobSha256!,
		metadata: { name: filename, attributes: [] },
	}));
	return startMerge(ctx, await createMergeRequest(ctx, { All: images }));
}

describe('deleting a job', () => {
	it('tells before what leaves the disk, versions and previews included, and leaves nothing of it', async () => {
		const jobId = await generate();
		const [first] = await imagesOf(jobId);
		await regenerateImages(ctx, { jobId, imageIds: [first!.id] });
		await driveJob(ctx, jobId);
		expect(await listVersions(ctx, { imageId: first!.id })).toHaveLength(2);
		const previewed = await preview(jobId);
		expect(previewed).toMatchObject({ id: jobId, name: 'Collection #1', imageCount: 3, blockers: [] });
		expect(previewed.freedBytes).toBeGreaterThan(0);
		const { freedBytes } = previewed;
		const freed = await measureFreed(async () => {
			const deleted = await remove(jobId);
			expect(deleted).toEqual({ success: true, id: jobId, name: 'Collection #1', freedBytes, isFreeing: false });
		});
		expect(freed).toBe(freedBytes);
		for (const table of ['generatedImages', 'imageVersions', 'ownerBlobs', 'blobs', 'deletions'] as const) {
			expect([table, await countRows(table)]).toEqual([table, 0]);
		}
		const audit = await test.services.db.selectFrom('auditLog').select(['actorId', 'action', 'subject']).execute();
		const subject = { jobId, ownerId: ctx.actor?.userId, name: 'Collection #1' };
		expect(audit).toEqual([{ actorId: ctx.actor?.userId, action: 'generation.delete', subject }]);
	});

	it('is not found afterwards by anything that reads it, also while its images are still being freed', async () => {
		const jobId = await generate();
		const [image] = await imagesOf(jobId);
		expect(await deleteJob(ctx, toOwnInput(jobId), { waitMs: 0 })).toMatchObject({ isFreeing: true });
		expect(await countRows('generatedImages')).toBe(3);
		for (const gone of [
			() => remove(jobId),
			() => preview(jobId),
			() => getGeneration(ctx, toOwnInput(jobId)),
			() => listGeneratedImages(ctx, imageListInput.parse({ jobId })),
			() => openGenerationZip(ctx, toOwnInput(jobId)),
			() => readImage(ctx, { imageId: image!.id, size: 'full', scope: 'own' }),
			() => listVersions(ctx, { imageId: image!.id }),
		]) {
			await expect(gone()).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		expect(await listGenerations(ctx, { scope: 'own' })).toEqual([]);
		expect(await readStats(ctx)).toMatchObject({ totalGenerated: 0 });
		const message = { jobId, slot: 0 };
		expect(await test.services.queue.hasLiveMessage('deletion', message)).toBe(true);
		await deletionJob.run(test.services, message, new AbortController().signal);
		expect([await countRows('generatedImages'), await countRows('deletions'), await countRows('blobs')]).toEqual([
			0, 0, 0,
		]);
	});

	it('goes slice by slice through more images than one slice has', async () => {
		const jobId = await generate(other, 70);
		const { freedBytes } = await preview(jobId, other);
		const freed = await measureFreed(() => deleteJob(other, toOwnInput(jobId), { waitMs: 60_000 }));
		expect([freed, await countRows('imageVersions'), await countRows('blobs')]).toEqual([freedBytes, 0, 0]);
	});

	it('keeps and does not count what a finished merge or another job has of it', async () => {
		const jobId = await generate();
		const { jobId: mergeId } = await startMergeOf(jobId);
		await finishMerge(ctx, mergeId);
		const archive = await readDownload(await openMergeDownload(ctx, toOwnInput(mergeId)));
		const { freedBytes } = await preview(jobId);
		expect(await measureFreed(() => remove(jobId))).toBe(freedBytes);
		expect(hashOf(await readDownload(await openMergeDownload(ctx, toOwnInput(mergeId))))).toBe(hashOf(archive));
	});

	it('keeps what a merge under way may need, and counts the rest', async () => {
		const jobId = await generate();
		const { jobId: mergeId } = await startMergeOf(jobId);
		const { freedBytes } = await preview(jobId);
		expect(await measureFreed(() => remove(jobId))).toBe(freedBytes);
		await finishMerge(ctx, mergeId);
		await readDownload(await openMergeDownload(ctx, toOwnInput(mergeId)));
	});

	it('deletes one that was cancelled, and frees its Idempotency-Key', async () => {
		const keyed = await test.contextOf({}, 'key-1');
		const { jobId } = await startGeneration(keyed, createRequest(3));
		await cancelGeneration(keyed, { jobId });
		expect(await preview(jobId, keyed)).toMatchObject({ freedBytes: 0, blockers: [] });
		await remove(jobId, keyed);
		expect((await startGeneration(keyed, createRequest(3))).jobId).not.toBe(jobId);
	});

	it('is for the owner, and for a developer who asks for all', async () => {
		const jobId = await generate();
		for (const by of [await test.contextOf(), other]) {
			await expect(preview(jobId, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
			await expect(remove(jobId, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		await expect(deleteJob(ctx, { jobId, scope: 'all' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
		expect(await deleteJob(other, { jobId, scope: 'all' })).toMatchObject({ success: true });
	});
});

describe('a job that something depends on', () => {
	const expectRefused = async (jobId: string, reason: string) => {
		const previewed = await preview(jobId);
		expect(previewed).toMatchObject({ freedBytes: 0, blockers: [{ reason }] });
		await expect(remove(jobId)).rejects.toMatchObject({
			code: 'CONFLICT',
			reason,
			message: previewed.blockers[0]?.message,
		});
		expect(await getGeneration(ctx, toOwnInput(jobId))).toMatchObject({ id: jobId });
	};

	it('rejects one that has not ended', async () => {
		const { jobId } = await startGeneration(ctx, createRequest(3));
		await expectRefused(jobId, 'job_running');
		await cancelGeneration(ctx, { jobId });
		await remove(jobId);
	});

	it('rejects one whose images are being made again', async () => {
		const jobId = await generate();
		const [image] = await imagesOf(jobId);
		await regenerateImages(ctx, { jobId, imageIds: [image!.id] });
		await expectRefused(jobId, 'job_running');
		await driveJob(ctx, jobId);
		await remove(jobId);
	});

	it.each([
		['prepared', 'mint_under_way', {}],
		['minting', 'mint_under_way', {}],
		['failed', 'mint_under_way', {}],
		['confirmed', 'already_minted', { mintedAt: new Date(), blockNumber: 1, blockHash: '0x1' }],
	] as const)('rejects one of which an image has a mint that is %s', async (status, reason, facts) => {
		const jobId = await generate();
		const [image] = await imagesOf(jobId);
		const { db } = test.services;
		await addPreparedMint(db, ctx.actor!.userId, { imageId: image!.id });
		await db
			.updateTable('mintedTokens')
			.set({ status, ...facts })
			.execute();
		await expectRefused(jobId, reason);
		if (status !== 'failed') return;
		await db.updateTable('mintedTokens').set({ isFinal: true }).execute();
		await remove(jobId);
	});
});
