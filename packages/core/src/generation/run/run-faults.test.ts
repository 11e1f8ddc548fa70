import { listImages } from '@adx/db/repositories/generation/generated-images';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { resumeGeneration } from '../control/control-job.ts';
import { createRequest } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';
import { runGeneration } from './run-generation.ts';

const drawn: string[] = [];
let atOnce = 0;
let mostAtOnce = 0;
let test: TestServices;

beforeAll(async () => {
	const engine = createPixelEngine(async ({ imageSeed }) => {
		drawn.push(imageSeed);
		mostAtOnce = Math.max(mostAtOnce, ++atOnce);
		await new Promise((resolve) => setTimeout(resolve, 5));
		atOnce -= 1;
	});
	test = await createTestServices({ forge: engine });
});
beforeEach(async () => {
	drawn.length = 0;
	mostAtOnce = 0;
	await test.clear();
});
afterAll(() => test.close());

/** A job of `batchSize` images that nobody works on yet. */
async function startJob(batchSize: number) {
	const ctx = await test.contextOf();
	const { jobId } = await startGeneration(ctx, createRequest(batchSize));
	const run = (services: Services = ctx) => runGeneration(services, { jobId, slot: 0 }, new AbortController().signal);
	return { ctx, jobId, run, job: () => getGeneration(ctx, { jobId, scope: 'own' }) };
}

const setAttempts = (ctx: Services, jobId: string, attempts: number, tokenNumbers: readonly number[]) =>
	ctx.db
		.updateTable('generatedImages')
		.set({ attempts })
		.where('jobId', '=', jobId)
		.where('tokenNumber', 'in', tokenNumbers)
		.execute();

describe('a job whose work goes wrong', () => {
	it('gives up an image that ended five processes, without drawing it again', async () => {
		const { ctx, jobId, run, job } = await startJob(3);
		await setAttempts(ctx, jobId, 5, [2]);
		await run();
		expect(await job()).toMatchObject({ phase: 'partial', progress: 2 });
		const [, poisoned] = await listImages(ctx.db, jobId);
		expect(poisoned).toMatchObject({ state: 'failed', lastError: 'It ended the process that drew it.' });
		expect(drawn).not.toContain(poisoned?.imageSeed);
	});

	it('draws images that were taken up before and never came back one at a time', async () => {
		const { ctx, jobId, run, job } = await startJob(4);
		await setAttempts(ctx, jobId, 2, [1, 2, 3, 4]);
		await run();
		expect(await job()).toMatchObject({ phase: 'done', progress: 4 });
		expect(mostAtOnce).toBe(1);
	});

	it('pauses while the disk is full, its images uncounted, and goes on when it is resumed', async () => {
		const { ctx, jobId, run, job } = await startJob(3);
		const put = async () => {
			throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
		};
		await run({ ...ctx, storage: { ...ctx.storage, put } });
		expect(await job()).toMatchObject({
			phase: 'paused',
			status: 'generating',
			pauseReason: 'storage_full',
			errorMessage: 'The disk of this installation is full. Free some space, then resume.',
			progress: 0,
		});
		const waiting = await listImages(ctx.db, jobId);
		expect(waiting.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
			Array(3).fill({ state: 'planned', attempts: 0 }),
		);
		const stillFull = { ...ctx, storage: { ...ctx.storage, freeBytes: async () => 1_000 } };
		await expect(resumeGeneration(stillFull, { jobId })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
		expect(await resumeGeneration(ctx, { jobId })).toMatchObject({ phase: 'running', pauseReason: null });
		await run();
		expect(await job()).toMatchObject({ phase: 'done', progress: 3, errorMessage: null });
	});

	it('pauses when storage stays away for another reason, its images uncounted, and draws none meanwhile', async () => {
		const { ctx, jobId, run, job } = await startJob(3);
		const put = async (bytes: Uint8Array) => {
			if (drawn.length === 0) return ctx.storage.put(bytes);
			throw new Error('the bucket did not answer');
		};
		const away = { ...ctx, storage: { ...ctx.storage, put } };
		await run(away);
		expect(await job()).toMatchObject({ phase: 'running', progress: 0, errorMessage: null });
		await passDatabaseTime(ctx.db, 9_000);
		await run({ ...away, clock: () => new Date(Date.now() + 9_000) });
		expect(await job()).toMatchObject({ phase: 'paused', pauseReason: 'storage_away', progress: 0 });
		expect(drawn).toHaveLength(3);
		const waiting = await listImages(ctx.db, jobId);
		expect(waiting.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
			Array(3).fill({ state: 'planned', attempts: 0 }),
		);
		await expect(resumeGeneration(away, { jobId })).rejects.toMatchObject({ code: 'CONFLICT', reason: 'storage_away' });
		await resumeGeneration(ctx, { jobId });
		await run();
		expect(await job()).toMatchObject({ phase: 'done', progress: 3 });
	});

	it('hands its rows back when the database refuses in the middle', async () => {
		const { ctx, jobId, run } = await startJob(2);
		const clock = () => {
			if (drawn.length > 0) throw new Error('the clock stands for any fault');
			return new Date();
		};
		await expect(run({ ...ctx, clock })).rejects.toThrow('any fault');
		const rows = await listImages(ctx.db, jobId);
		expect(rows.map(({ claimToken }) => claimToken)).toEqual([null, null]);
	});
});
