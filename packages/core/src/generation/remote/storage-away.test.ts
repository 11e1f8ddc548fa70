import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { listImageVersions } from '@adx/db/repositories/generation/image-versions';
import { rejectImageWrites } from '@adx/db/testing/fault-testing';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGeminiEngine } from '../../engines/gemini/gemini-engine.ts';
import type { Services } from '../../platform/context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createStorageCircuitBreaker } from '../../platform/storage/circuit-breaker.ts';
import { createDiskStorage } from '../../platform/storage/disk.ts';
import { cancelGeneration, resumeGeneration } from '../control/control-job.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { runGeneration } from '../run/run-generation.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImage } from '../versions/regenerate-images.ts';
import { startPaidImageStorer, storePending } from './paid-image-storer.ts';
import { openReceivedScratch } from './received-scratch.ts';

// A folder of files that a plain file takes the place of, as when a volume is not mounted; calls are counted by the fake.

const apiKey = 'AIza-storage-away';
let fake: FakeGemini;
let test: TestServices;
let root = '';
let files = '';
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 8 });
	const prices = { pricedAt: '2026-11-21', usdPerImage: { 'test-model': 0.04 } };
	test = await createTestServices({
		gemini: createGeminiEngine({ baseUrl: fake.origin, prices }),
		forge: createPixelEngine(),
	});
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
	root = await test.makeFolder();
	files = join(root, 'files');
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

/** All at once, so that nothing is stored meanwhile. */
const takeAway = () => {
	renameSync(files, `${files}.away`);
	writeFileSync(files, '');
};
const bringBack = async () => {
	await rm(files);
	await rename(`${files}.away`, files);
};

/** A job whose storage goes away while the picture after so many stored ones is painted. */
async function startJob(batchSize: number, { awayAfter }: { readonly awayAfter: number }, engine = 'gemini') {
	const storage = await createDiskStorage(files);
	const scratchFolder = join(root, 'scratch');
	const receivedScratch = openReceivedScratch(scratchFolder, test.services.log);
	const ctx = { ...(await test.contextOf({ role: 'developer' })), storage, receivedScratch };
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, engine === 'gemini' ? apiKey : undefined));
	let stored = 0;
	const put: typeof storage.put = async (bytes) => {
		// The probe's bytes are not counted, and a picture is three files.
		if (bytes.byteLength > 16 && stored++ === awayAfter * 3) takeAway();
		return storage.put(bytes);
	};
	return {
		ctx,
		jobId,
		scratchFolder,
		drive: (change: Partial<Services> = {}) => driveJob(ctx, jobId, { storage: { ...storage, put }, ...change }),
		job: () => getGeneration(ctx, { jobId, scope: 'own' }),
		images: () => listImages(ctx.db, jobId),
		/** What another process finds that starts with the same folders. */
		restarted: (): Services => ({
			...ctx,
			receivedScratch: openReceivedScratch(scratchFolder, ctx.log),
			storageBreaker: createStorageCircuitBreaker(),
		}),
	};
}
type Started = Awaited<ReturnType<typeof startJob>>;

/** Every picture is there, once, with the cost of one call. */
async function expectWhole({ ctx, jobId, job, images, scratchFolder }: Started, batchSize: number) {
	expect(await job()).toMatchObject({ phase: 'done', progress: batchSize, failedImages: 0, errorMessage: null });
	expect(fake.count()).toBe(batchSize);
	const rows = await images();
	for (const { id, blobSha256, paidCalls, costMicroUsd, attempts } of rows) {
		expect({ paidCalls, costMicroUsd, attempts }).toEqual({ paidCalls: 1, costMicroUsd: 40_000, attempts: 1 });
		expect(await listImageVersions(ctx.db, id)).toMatchObject([{ number: 1, paidCalls: 1, costMicroUsd: 40_000 }]);
		expect((await buffer(ctx.storage.read(blobSha256!))).byteLength).toBeGreaterThan(0);
	}
	expect(await findGenerationJob(ctx.db, 'all', jobId)).toMatchObject({ paidCalls: batchSize });
	expect(await readdir(scratchFolder)).toEqual([]);
}

describe('a paid job whose storage goes away', () => {
	it('pauses with the reason, pays for nothing twice, and stores all of it once storage is back', async () => {
		const started = await startJob(20, { awayAfter: 5 });
		const { ctx, jobId, drive, job, scratchFolder } = started;
		await drive();
		expect(await job()).toMatchObject({
			phase: 'paused',
			pauseReason: 'storage_away',
			errorMessage: expect.stringContaining('Nothing that was paid for is lost'),
		});
		// Those that were under way when the first was not stored.
		const calls = fake.count();
		const { progress } = await job();
		expect(progress).toBeGreaterThanOrEqual(4);
		expect(calls).toBeLessThanOrEqual(7);
		expect((await job()).costUsd).toBeCloseTo(calls * 0.04);
		const names = await readdir(scratchFolder);
		expect(names).toHaveLength(calls - progress);
		expect((await stat(scratchFolder)).mode & 0o777).toBe(0o700);
		for (const name of names) expect((await stat(join(scratchFolder, name))).mode & 0o777).toBe(0o600);

		const resume = () => resumeGeneration(ctx, { jobId, geminiApiKey: apiKey });
		await expect(resume()).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'storage_away',
			message: expect.stringContaining('cannot be written to at the moment'),
		});
		await bringBack();
		expect(await resume()).toMatchObject({ phase: 'running', pauseReason: null });
		await drive();
		await expectWhole(started, 20);
	});

	it('stores what waits after the process was killed, without another call', async () => {
		const started = await startJob(8, { awayAfter: 1 });
		const { ctx, jobId, drive, restarted } = started;
		await drive();
		const calls = fake.count();
		// As the next process starts while storage is still away, and the one after when it is back.
		await (await startPaidImageStorer(restarted())).stop();
		expect(await started.job()).toMatchObject({ phase: 'paused', progress: 1 });
		await bringBack();
		const last = restarted();
		await (await startPaidImageStorer(last)).stop();
		expect(await started.job()).toMatchObject({ phase: 'paused', progress: calls });
		expect(fake.count()).toBe(calls);
		await resumeGeneration({ ...ctx, ...last }, { jobId, geminiApiKey: apiKey });
		await drive(last);
		await expectWhole(started, 8);
	});

	it('stores once what was stored before the kill and not yet taken out of scratch', async () => {
		const started = await startJob(1, { awayAfter: 9 });
		const { drive, restarted, scratchFolder } = started;
		const received: [string, Buffer][] = [];
		const receivedScratch = { ...started.ctx.receivedScratch };
		receivedScratch.remove = async (callId) => {
			const path = join(scratchFolder, `${callId}.paid`);
			received.push([path, await readFile(path)]);
			await started.ctx.receivedScratch.remove(callId);
		};
		await drive({ receivedScratch });
		for (const [path, bytes] of received) await writeFile(path, bytes);
		expect(received).toHaveLength(1);
		await (await startPaidImageStorer(restarted())).stop();
		await expectWhole(started, 1);
	});

	it('is held in memory where scratch takes nothing either', async () => {
		const started = await startJob(3, { awayAfter: 1 });
		const { ctx, jobId, drive, scratchFolder } = started;
		await writeFile(scratchFolder, 'a file where the folder should be');
		await drive();
		expect(await started.job()).toMatchObject({ phase: 'paused', pauseReason: 'storage_away', progress: 1 });
		await rm(scratchFolder);
		await bringBack();
		await resumeGeneration(ctx, { jobId, geminiApiKey: apiKey });
		await drive();
		await expectWhole(started, 3);
	});

	it('keeps its image from other processes when the database could not record it', async () => {
		const started = await startJob(1, { awayAfter: 9 });
		const { ctx, jobId } = started;
		const message = { jobId, slot: 0 };
		const { signal } = new AbortController();
		// What the database answers while it shuts down.
		const takeBack = await rejectImageWrites(ctx.db, "new.state = 'stored'", '57P01');
		await runGeneration(ctx, message, signal).finally(takeBack);
		const other = { ...ctx, receivedScratch: openReceivedScratch(join(root, 'other'), ctx.log) };
		await runGeneration(other, message, signal);
		expect(fake.count()).toBe(1);
		await storePending(ctx);
		await expectWhole(started, 1);
	});

	it('makes the last picture of a cancelled job one of its images', async () => {
		const started = await startJob(2, { awayAfter: 1 });
		const { ctx, jobId, drive, job } = started;
		await drive();
		expect(await cancelGeneration(ctx, { jobId })).toMatchObject({ phase: 'cancelled', progress: 1 });
		await bringBack();
		await passDatabaseTime(ctx.db, 60_000);
		await drive();
		expect(await job()).toMatchObject({ phase: 'done', progress: 2, costUsd: 0.08 });
		expect(fake.count()).toBe(2);
	});

	it('adds a picture whose image was painted again meanwhile as a version that is not chosen', async () => {
		const started = await startJob(1, { awayAfter: 0 });
		const { ctx, jobId, drive, images, restarted } = started;
		await drive();
		await bringBack();
		// The machine with the scratch is gone for more than an hour, and another one goes on.
		const other = { ...restarted(), receivedScratch: openReceivedScratch(join(root, 'other'), ctx.log) };
		await resumeGeneration({ ...ctx, ...other }, { jobId, geminiApiKey: apiKey });
		await passDatabaseTime(ctx.db, 3_700_000);
		await drive({ ...other, storage: ctx.storage });
		expect(fake.count()).toBe(2);
		await storePending(restarted());
		await (await startPaidImageStorer(restarted())).stop();
		const [image] = await images();
		expect(image).toMatchObject({ state: 'stored', chosenVersion: 1, versionCount: 2, paidCalls: 2, claimToken: null });
		// What the first call cost was the image's when the second one ended.
		expect(await listImageVersions(ctx.db, image!.id)).toMatchObject([{ paidCalls: 2 }, { paidCalls: 0 }]);
		expect(await started.job()).toMatchObject({ phase: 'done', progress: 1, costUsd: 0.08 });
	});

	it('drops a picture whose image was deleted', async () => {
		const started = await startJob(2, { awayAfter: 0 });
		const { ctx, jobId, drive, restarted, scratchFolder } = started;
		await drive();
		await ctx.db.deleteFrom('generationJobs').where('id', '=', jobId).execute();
		await ctx.db.deleteFrom('generatedImages').where('jobId', '=', jobId).execute();
		await bringBack();
		await (await startPaidImageStorer(restarted())).stop();
		expect(await readdir(scratchFolder)).toEqual([]);
	});

	it('keeps the version that was asked for as what it was asked for', async () => {
		const started = await startJob(1, { awayAfter: 1 });
		const { ctx, jobId, drive, images } = started;
		await drive();
		const [image] = await images();
		await regenerateImage(ctx, { imageId: image!.id, geminiApiKey: apiKey });
		await drive();
		expect(await started.job()).toMatchObject({ phase: 'done', redraws: 1 });
		await bringBack();
		await driveJob(ctx, jobId);
		expect(await started.job()).toMatchObject({ phase: 'done', redraws: 0, costUsd: 0.08 });
		expect((await images())[0]).toMatchObject({ chosenVersion: 2, versionCount: 2, redraw: false });
		expect(fake.count()).toBe(2);
	});
});

const anotherInPlace = () => {
	renameSync(files, `${files}.away`);
	mkdirSync(files);
};

it.each([
	['away', takeAway],
	['another, as where its volume is not mounted', anotherInPlace],
])('no paid call is made for a job that starts while storage is %s', async (_, change) => {
	const started = await startJob(3, { awayAfter: 99 });
	change();
	const { ctx } = started;
	// Nothing is known from before.
	Object.assign(ctx.storageBreaker, createStorageCircuitBreaker());
	await started.drive();
	expect(await started.job()).toMatchObject({ phase: 'paused', pauseReason: 'storage_away', progress: 0 });
	expect(fake.count()).toBe(0);
	await expect(startGeneration(ctx, createRequest(1, apiKey))).rejects.toMatchObject({
		code: 'CONFLICT',
		reason: 'storage_away',
	});
});

it('a free job draws no more than what was in hand, pauses, and goes on', async () => {
	const started = await startJob(60, { awayAfter: 3 }, 'forge');
	const { ctx, jobId, drive, job } = started;
	let drawn = 0;
	const forge = createPixelEngine(async () => {
		drawn += 1;
	});
	const engines = new Map([['forge' as const, forge]]);
	await drive({ engines });
	expect(await job()).toMatchObject({ phase: 'paused', pauseReason: 'storage_away' });
	expect(drawn).toBeLessThanOrEqual(16);
	await bringBack();
	await resumeGeneration(ctx, { jobId });
	await drive({ engines });
	expect(await job()).toMatchObject({ phase: 'done', progress: 60 });
});
