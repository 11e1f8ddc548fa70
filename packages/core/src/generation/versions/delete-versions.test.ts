import { findImage, listImages } from '@adx/db/repositories/generation/generated-images';
import { hasVersionFromCall } from '@adx/db/repositories/generation/unstored-images';
import { beforeEach, describe, expect, it } from 'vitest';
import { deletionJob } from '../../deletion/free-deleted.ts';
import { openMergeDownload } from '../../merge/get-merge.ts';
import { createMergeRequest, finishMerge, hashOf, readDownload, toOwnInput } from '../../merge/merge-testing.ts';
import { startMerge } from '../../merge/start-merge.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createPixelEngine } from '../../platform/services-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { deleteJob, getJobDeletion } from '../control/delete-job.ts';
import { openGenerationZip } from '../download/generation-zip.ts';
import { createRequest, createScriptedEngine, driveJob } from '../generation-testing.ts';
import { getGeneration, listGeneratedImages } from '../queries/generations.ts';
import { readImage } from '../queries/read-image.ts';
import { startGeneration } from '../start/start-generation.ts';
import { deleteVersions, getVersionsDeletion } from './delete-versions.ts';
import { regenerateImage } from './regenerate-images.ts';
import { lockImage } from './review-images.ts';
import { chooseVersion, listVersions } from './versions.ts';

const apiKey = 'AIza-canary-1234567890';
const painter = createScriptedEngine();
const test = useTestServices({ forge: createPixelEngine(), gemini: painter.engine });
let ctx: RequestContext;
let jobId: string;
let imageId: string;

/** A job of two images, of which the first has so many versions; the last one is chosen. */
async function generate(versions: number, key?: string): Promise<void> {
	ctx = await test.contextOf({ role: 'developer' });
	({ jobId } = await startGeneration(ctx, createRequest(2, key)));
	await driveJob(ctx, jobId);
	imageId = (await listImages(ctx.db, jobId))[0]!.id;
	for (let count = 1; count < versions; count++) await generateAgain(key);
}

async function generateAgain(geminiApiKey?: string): Promise<void> {
	await regenerateImage(ctx, { imageId, geminiApiKey });
	await driveJob(ctx, jobId);
}

const preview = (version?: number) => getVersionsDeletion(ctx, { imageId, version });
const remove = (version?: number) => deleteVersions(ctx, { imageId, version });
const numbers = async () => (await listVersions(ctx, { imageId })).map(({ number }) => number);
const image = async () => (await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 }))[0]!;
const read = (version?: number) => readImage(ctx, { imageId, size: 'full', scope: 'own', version });
const countRows = async (table: 'deletions' | 'ownerBlobs' | 'blobs') =>
	(
		await ctx.db
			.selectFrom(table)
			.select((eb) => eb.lit(1).as('one'))
			.execute()
	).length;

async function measureFreed(work: () => Promise<unknown>): Promise<number> {
	const before = await test.files.sumBytes();
	await work();
	return before - (await test.files.sumBytes());
}

describe('deleting versions of an image', () => {
	beforeEach(() => generate(3));

	it('tells before what leaves the disk, and leaves the chosen one with its number', async () => {
		await chooseVersion(ctx, { imageId, version: 2 });
		const previewed = await preview();
		expect(previewed).toMatchObject({ id: imageId, name: 'Other versions of #1', imageCount: 2, blockers: [] });
		const { freedBytes } = previewed;
		expect(freedBytes).toBeGreaterThan(0);
		const { sha256 } = await read(2);
		const freed = await measureFreed(async () => {
			const deleted = { id: imageId, name: 'Other versions of #1', freedBytes, isFreeing: false };
			expect(await remove()).toEqual({ success: true, ...deleted });
		});
		expect(freed).toBe(freedBytes);
		expect(await numbers()).toEqual([2]);
		expect(await image()).toMatchObject({ version: 2, versionCount: 1 });
		expect([(await read()).sha256, (await read(2)).sha256]).toEqual([sha256, sha256]);
		for (const gone of [1, 3]) await expect(read(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await expect(chooseVersion(ctx, { imageId, version: 3 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		// The other image, and this one.
		expect([await countRows('ownerBlobs'), await countRows('deletions')]).toEqual([2, 0]);
		const audit = await ctx.db.selectFrom('auditLog').select(['actorId', 'action', 'subject']).execute();
		const subject = { imageId, jobId, versions: [1, 3] };
		expect(audit).toEqual([{ actorId: ctx.actor?.userId, action: 'versions.delete', subject }]);
	});

	it('gives no number and no seed a second time', async () => {
		const { seed } = (await listVersions(ctx, { imageId }))[2]!;
		await chooseVersion(ctx, { imageId, version: 1 });
		await remove();
		await generateAgain();
		expect(await numbers()).toEqual([1, 4]);
		expect(await image()).toMatchObject({ version: 4, versionCount: 2 });
		expect((await listVersions(ctx, { imageId }))[1]!.seed).not.toBe(seed);
	});

	it('deletes a single one, and the rest afterwards', async () => {
		const { freedBytes, imageCount, name } = await preview(2);
		expect([imageCount, name]).toEqual([1, 'Version 2 of #1']);
		expect(await measureFreed(() => remove(2))).toBe(freedBytes);
		expect(await numbers()).toEqual([1, 3]);
		for (const call of [preview, remove]) await expect(call(2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		await remove();
		expect(await numbers()).toEqual([3]);
		expect(await preview()).toMatchObject({ imageCount: 0, freedBytes: 0, blockers: [] });
		expect(await remove()).toMatchObject({ success: true, freedBytes: 0, isFreeing: false });
	});

	it('leaves download, its validator and what readers of the job see but for the versions', async () => {
		const before = await openGenerationZip(ctx, toOwnInput(jobId));
		const { generatedImages: _, ...job } = await getGeneration(ctx, toOwnInput(jobId));
		await remove();
		const after = await openGenerationZip(ctx, toOwnInput(jobId));
		expect(after.etag).toBe(before.etag);
		expect(await getGeneration(ctx, toOwnInput(jobId))).toMatchObject(job);
	});

	it('keeps and does not count what a merge has of them', async () => {
		const [first] = await listVersions(ctx, { imageId });
		await chooseVersion(ctx, { imageId, version: first!.number });
		const { blobSha256, filename } = (await findImage(ctx.db, 'all', imageId))!;
		const metadata = { name: filename, attributes: [] };
		const request = await createMergeRequest(ctx, { All: [{ filename, sha256: blobSha256!, metadata }] });
		const { jobId: mergeId } = await startMerge(ctx, request);
		await finishMerge(ctx, mergeId);
		const archive = await readDownload(await openMergeDownload(ctx, toOwnInput(mergeId)));
		await chooseVersion(ctx, { imageId, version: 3 });
		const { freedBytes } = await preview();
		expect(await measureFreed(() => remove())).toBe(freedBytes);
		expect(hashOf(await readDownload(await openMergeDownload(ctx, toOwnInput(mergeId))))).toBe(hashOf(archive));
		await expect(read(1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});

	it('is done by a worker where the request was cut short, and by the deletion of the job in the meantime', async () => {
		expect(await deleteVersions(ctx, { imageId, version: 1 }, { waitMs: 0 })).toMatchObject({ isFreeing: true });
		const { id } = await ctx.db.selectFrom('deletions').select('id').executeTakeFirstOrThrow();
		const { freedBytes } = await getJobDeletion(ctx, toOwnInput(jobId));
		expect(await measureFreed(() => deleteJob(ctx, toOwnInput(jobId)))).toBe(freedBytes);
		await deletionJob.run(test.services, { jobId: id, slot: 0 }, new AbortController().signal);
		expect([await countRows('deletions'), await countRows('ownerBlobs'), await countRows('blobs')]).toEqual([0, 0, 0]);
	});

	it('rejects the chosen one, and all while another one is asked for', async () => {
		const chosen = { reason: 'version_chosen', message: 'This is the chosen version. Choose another one first.' };
		expect(await preview(3)).toMatchObject({ imageCount: 0, freedBytes: 0, blockers: [chosen] });
		await expect(remove(3)).rejects.toMatchObject({ code: 'CONFLICT', ...chosen });
		await regenerateImage(ctx, { imageId });
		expect(await preview()).toMatchObject({ freedBytes: 0, blockers: [{ reason: 'version_running' }] });
		for (const version of [undefined, 1]) {
			await expect(remove(version)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'version_running' });
		}
		expect(await numbers()).toEqual([1, 2, 3]);
		await driveJob(ctx, jobId);
		await remove();
		expect(await numbers()).toEqual([4]);
	});

	it('is not a matter of locks, which keep an image from being generated alone', async () => {
		await lockImage(ctx, { imageId });
		await remove();
		expect(await image()).toMatchObject({ locked: true, version: 3, versionCount: 1 });
	});

	it('rejects a stranger’s image like one that does not exist', async () => {
		const stranger = await test.contextOf({ role: 'developer' });
		for (const call of [getVersionsDeletion, deleteVersions]) {
			await expect(call(stranger, { imageId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		expect(await numbers()).toEqual([1, 2, 3]);
	});
});

it('what deleted versions cost stays counted once, and their paid calls stay known', async () => {
	painter.script(() => {});
	await generate(2, apiKey);
	const calls = await ctx.db.selectFrom('imageVersions').select('callId').where('imageId', '=', imageId).execute();
	const { costUsd } = await image();
	expect((await preview()).consequences).toContain('What they cost still counts for the image and its job.');
	await remove();
	expect((await image()).costUsd).toBe(costUsd);
	for (const { callId } of calls) expect(await hasVersionFromCall(ctx.db, callId!)).toBe(true);
	await generateAgain(apiKey);
	const [, second] = await listVersions(ctx, { imageId });
	expect(second).toMatchObject({ number: 3, paidCalls: 1 });
	expect(second!.costUsd).toBeCloseTo(costUsd / 2);
});
