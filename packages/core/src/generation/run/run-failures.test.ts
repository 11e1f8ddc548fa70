import { readdir } from 'node:fs/promises';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { rejectImageWrites } from '@adx/db/testing/fault-testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startOutboxSweeper } from '../../platform/jobs/outbox.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { retryGeneration } from '../control/control-job.ts';
import { createRequest, createScriptedEngine, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { storePending } from '../remote/paid-image-storer.ts';
import { openReceivedScratch } from '../remote/received-scratch.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImage } from '../versions/regenerate-images.ts';
import { generationJob } from './generation-job.ts';
import { runGeneration } from './run-generation.ts';

// The database itself refuses what the work on a job writes: by a trigger, with the code that a test chooses.

const painter = createScriptedEngine();
let test: TestServices;
let takeBack = async () => {};
const refuse = async (condition: string, errorCode?: string) => {
	takeBack = await rejectImageWrites(test.services.db, condition, errorCode);
};
beforeAll(async () => {
	test = await createTestServices({ forge: createPixelEngine(), gemini: painter.engine });
});
beforeEach(() => test.clear());
afterEach(() => takeBack());
afterAll(() => test.close());

async function start(batchSize: number, apiKey?: string) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, apiKey));
	const run = () => runGeneration(ctx, { jobId, slot: 0 }, new AbortController().signal);
	return {
		ctx,
		jobId,
		run,
		failTimes: async (times: number) => {
			for (let count = 0; count < times; count += 1) await expect(run()).rejects.toThrow('the database refuses');
		},
		job: () => getGeneration(ctx, { jobId, scope: 'own' }),
		failures: async () => (await findGenerationJob(ctx.db, 'all', jobId))?.failures,
	};
}

const failed = 'The images could not be made because of a fault of this installation. Try again, or tell its operator.';

it('a job whose work always fails ends after five runs, with a sentence, and can be tried again', async () => {
	const { ctx, jobId, run, failTimes, job, failures } = await start(3);
	await refuse('true');
	await failTimes(4);
	expect(await job()).toMatchObject({ phase: 'running', errorMessage: null });
	await failTimes(1);
	expect(await job()).toMatchObject({ phase: 'failed', status: 'failed', errorMessage: failed });
	// Nothing wakes a worker for it any more.
	const sent: string[] = [];
	const queue = { ...ctx.queue, send: async (_: string, message: { jobId: string }) => void sent.push(message.jobId) };
	await (await startOutboxSweeper({ ...ctx, queue }, [generationJob])).stop();
	expect(sent).toEqual([]);
	await takeBack();
	expect(await retryGeneration(ctx, { jobId })).toMatchObject({ phase: 'running', errorMessage: null });
	expect(await failures()).toBe(0);
	await run();
	expect(await job()).toMatchObject({ phase: 'done', progress: 3 });
});

it('withdraws a version that was asked for when the work on it always fails, and the image says why', async () => {
	const { ctx, jobId, run, failTimes, job } = await start(2);
	await run();
	const { id } = (await listImages(ctx.db, jobId))[0]!;
	await regenerateImage(ctx, { imageId: id });
	await refuse('new.claim_token is not null');
	await failTimes(5);
	expect(await job()).toMatchObject({ phase: 'done', progress: 2, redraws: 0 });
	expect((await listImages(ctx.db, jobId))[0]).toMatchObject({ redraw: false, failure: 'engine', lastError: failed });
});

it('gives up an image that can never be recorded, and ends with the others', async () => {
	const { ctx, jobId, job } = await start(3);
	await refuse("new.state = 'stored' and new.token_number = 2");
	await driveJob(ctx, jobId);
	expect(await job()).toMatchObject({ phase: 'partial', progress: 2, failedImages: 1 });
});

it('stops paying when no picture can be recorded, and keeps those that were paid for', async () => {
	const { ctx, jobId, job } = await start(20, 'AIza-run-failures');
	await refuse("new.state = 'stored'");
	const folder = await test.makeFolder();
	const receivedScratch = openReceivedScratch(folder, ctx.log);
	const services = { ...ctx, receivedScratch };
	for (let look = 0; look < 60 && (await job()).status !== 'failed'; look += 1) {
		await runGeneration(services, { jobId, slot: 0 }, new AbortController().signal);
		for (const waiting of receivedScratch.waiting()) waiting.notBefore = 0;
		await storePending(services);
	}
	expect(await job()).toMatchObject({ phase: 'failed', errorMessage: failed });
	const calls = painter.calls.length;
	expect(calls).toBeLessThanOrEqual(6);
	expect((await job()).costUsd).toBeCloseTo(calls * 0.04);
	expect((await readdir(folder)).filter((name) => name.endsWith('.failed'))).toHaveLength(calls);
});

it('one that cannot be woken keeps no other from being woken', async () => {
	const [poisoned, healthy] = [await start(1), await start(1)];
	const sent: string[] = [];
	const { ctx } = healthy;
	const queue = { ...ctx.queue, hasLiveMessage: async () => false };
	queue.send = async (_, { jobId }) => {
		if (jobId === poisoned.jobId) throw new Error('there is no such queue');
		sent.push(jobId);
	};
	await (await startOutboxSweeper({ ...ctx, queue }, [generationJob])).stop();
	expect(sent).toContain(healthy.jobId);
	expect(await poisoned.failures()).toBe(1);
});

it.each([
	['the server going away', '57P01'],
	['a full disk of the database', '53100'],
])('%s counts for nothing', async (_, errorCode) => {
	const { run, failTimes, job, failures } = await start(3);
	await refuse('true', errorCode);
	await failTimes(8);
	expect(await job()).toMatchObject({ phase: 'running', errorMessage: null });
	expect(await failures()).toBe(0);
	await takeBack();
	await run();
	expect(await job()).toMatchObject({ phase: 'done', progress: 3 });
});
