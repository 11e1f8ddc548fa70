import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../../engines/types.ts';
import { startOutboxSweeper } from '../../platform/jobs/outbox.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest, createScriptedEngine, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { generationJob } from '../run/generation-job.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImages } from '../versions/regenerate-images.ts';
import { cancelGeneration, pauseGeneration, resumeGeneration, retryGeneration } from './control-job.ts';

const apiKey = 'AIza-canary-1234567890';
const painter = createScriptedEngine();
let beforeDraw: () => Promise<void> = async () => {};
let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({ forge: createPixelEngine(() => beforeDraw()), gemini: painter.engine });
});
beforeEach(async () => {
	beforeDraw = async () => {};
	painter.script(() => {});
	await test.clear();
});
afterAll(() => test.close());

async function start(batchSize: number, key?: string) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, key));
	const input = { jobId };
	return {
		ctx,
		jobId,
		input,
		drive: (change = {}) => driveJob(ctx, jobId, change),
		job: () => getGeneration(ctx, { jobId, scope: 'own' }),
		row: async () => (await findGenerationJob(ctx.db, 'all', jobId))!,
		states: async () => (await listImages(ctx.db, jobId)).map(({ state }) => state),
	};
}

/** A paid job that is stopped, in the given way, while its third call is under way. */
async function stopInCall(batchSize: number, stop: (ctx: Started['ctx'], jobId: string) => Promise<unknown>) {
	const started = await start(batchSize, apiKey);
	painter.script(async (_, number) => void (number === 3 && (await stop(started.ctx, started.jobId))));
	await started.drive();
	return started;
}
type Started = Awaited<ReturnType<typeof start>>;

describe('pausing', () => {
	it('lets what is in hand be stored, begins no other call, and forgets the key', async () => {
		const { job, row } = await stopInCall(20, (ctx, jobId) => pauseGeneration(ctx, { jobId }));
		expect(painter.calls.length).toBeLessThanOrEqual(4);
		expect(await job()).toMatchObject({
			phase: 'paused',
			status: 'generating',
			pauseReason: 'user',
			errorMessage: null,
			progress: painter.calls.length,
			needsApiKey: true,
			estimatedTime: null,
		});
		expect(await row()).toMatchObject({ sealedApiKey: null });
	});

	it('twice does the same as once', async () => {
		const { ctx, input, drive, job } = await start(3);
		expect(await pauseGeneration(ctx, input)).toMatchObject({ phase: 'paused' });
		expect(await pauseGeneration(ctx, input)).toMatchObject({ phase: 'paused' });
		await drive();
		expect(await job()).toMatchObject({ phase: 'paused', progress: 0 });
	});

	it('ends as done when what was in hand was the last', async () => {
		const { job } = await stopInCall(3, (ctx, jobId) => pauseGeneration(ctx, { jobId }));
		expect(await job()).toMatchObject({ phase: 'done', progress: 3, pauseReason: null });
	});

	it('rejects a job that ended', async () => {
		const { ctx, input, drive } = await start(1);
		await drive();
		await expect(pauseGeneration(ctx, input)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'job_ended' });
	});
});

describe('resuming', () => {
	it('needs a key that may be one, then goes on where the job stopped', async () => {
		const { ctx, jobId, drive, job } = await stopInCall(10, (ctx, jobId) => pauseGeneration(ctx, { jobId }));
		const before = (await job()).progress;
		const resume = (geminiApiKey?: string) => resumeGeneration(ctx, { jobId, geminiApiKey });
		await expect(resume()).rejects.toMatchObject({ code: 'INVALID', reason: 'key_required' });
		await expect(resume('sk-1')).rejects.toMatchObject({ code: 'INVALID', reason: 'bad_input' });
		expect((await job()).phase).toBe('paused');
		painter.script(() => {});
		expect(await resume(apiKey)).toMatchObject({ phase: 'running', status: 'generating', needsApiKey: false });
		expect(await resume()).toMatchObject({ phase: 'running' });
		await drive();
		expect(painter.calls).toHaveLength(10 - before);
		expect(await job()).toMatchObject({ phase: 'done', progress: 10 });
	});

	it('needs no key with the forge, and the pause does not count as work', async () => {
		const { ctx, input, job } = await start(4);
		await pauseGeneration(ctx, input);
		const columns = { startedAt: new Date(Date.now() - 7_200_000), pausedAt: new Date(Date.now() - 3_600_000) };
		await ctx.db
			.updateTable('generationJobs')
			.set({ ...columns, progress: 2 })
			.where('id', '=', input.jobId)
			.execute();
		await resumeGeneration(ctx, input);
		const { estimatedTime } = await job();
		expect(estimatedTime).toBeGreaterThan(3_590);
		expect(estimatedTime).toBeLessThan(3_610);
	});

	it('rejects a job that ended', async () => {
		const { ctx, input, drive } = await start(1);
		await drive();
		await expect(resumeGeneration(ctx, input)).rejects.toMatchObject({ reason: 'job_ended' });
	});
});

describe('cancelling', () => {
	it('keeps the images that are there, what is in hand included (AMB-37)', async () => {
		const { ctx, input, job, row, states } = await stopInCall(10, (ctx, jobId) => cancelGeneration(ctx, { jobId }));
		const stored = painter.calls.length;
		expect(stored).toBeLessThanOrEqual(4);
		expect(await job()).toMatchObject({
			phase: 'cancelled',
			status: 'completed',
			errorMessage: `Stopped after ${stored} of 10 images`,
			progress: stored,
		});
		expect(await row()).toMatchObject({ sealedApiKey: null });
		expect((await states()).filter((state) => state === 'planned')).toHaveLength(10 - stored);
		expect(await cancelGeneration(ctx, input)).toMatchObject({ phase: 'cancelled', status: 'completed' });
	});

	it('is under way while something is in hand, and then rejects every other change', async () => {
		const started = await start(10, apiKey);
		const { ctx, input } = started;
		painter.script(async (_, number) => {
			if (number !== 3) return;
			expect(await cancelGeneration(ctx, input)).toMatchObject({ phase: 'cancelling', status: 'generating' });
			expect(await cancelGeneration(ctx, input)).toMatchObject({ phase: 'cancelling' });
			for (const change of [pauseGeneration, resumeGeneration, retryGeneration]) {
				await expect(change(ctx, input)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'job_ended' });
			}
		});
		await started.drive();
		expect(await started.job()).toMatchObject({ phase: 'cancelled' });
	});

	it('fails a job without images, with the word for it (AMB-37)', async () => {
		const { ctx, input } = await start(3);
		const cancelled = { phase: 'cancelled', status: 'failed', errorMessage: 'Cancelled', progress: 0 };
		expect(await cancelGeneration(ctx, input)).toMatchObject(cancelled);
		expect(await cancelGeneration(ctx, input)).toMatchObject(cancelled);
	});

	it('ends a paused job', async () => {
		const { ctx, input } = await start(3);
		await pauseGeneration(ctx, input);
		expect(await cancelGeneration(ctx, input)).toMatchObject({ phase: 'cancelled', pauseReason: null });
	});

	it('does not wait for a process that is gone', async () => {
		const { ctx, jobId, input, job } = await start(3);
		const held = { claimToken: 'gone', claimedUntil: new Date(Date.now() + 60_000), attempts: 1 };
		await ctx.db.updateTable('generatedImages').set(held).where('jobId', '=', jobId).execute();
		expect(await cancelGeneration(ctx, input)).toMatchObject({ phase: 'cancelling' });
		await passDatabaseTime(ctx.db, 61_000);
		const sweeper = await startOutboxSweeper(ctx, [generationJob]);
		await sweeper.stop();
		expect(await job()).toMatchObject({ phase: 'cancelled', status: 'failed' });
	});

	it('rejects a job that is done', async () => {
		const { ctx, input, drive } = await start(1);
		await drive();
		await expect(cancelGeneration(ctx, input)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'job_ended' });
	});
});

describe('retrying', () => {
	it('opens what failed and returns the job to running, once for two clicks', async () => {
		painter.script((_, number) => {
			if (number === 2) throw new EngineError('request', 'no');
		});
		const { ctx, jobId, drive, job } = await start(4, apiKey);
		await drive();
		expect(await job()).toMatchObject({ phase: 'partial', progress: 3, failedImages: 1 });
		await expect(retryGeneration(ctx, { jobId })).rejects.toMatchObject({ reason: 'key_required' });
		const retry = () => retryGeneration(ctx, { jobId, geminiApiKey: apiKey });
		const [first, second] = await Promise.all([retry(), retry()]);
		for (const answer of [first, second]) {
			expect(answer).toMatchObject({ phase: 'running', status: 'generating', failedImages: 0, errorMessage: null });
		}
		painter.script(() => {});
		await drive();
		expect(painter.calls).toHaveLength(1);
		expect(await job()).toMatchObject({ phase: 'done', progress: 4, failedImages: 0 });
	});

	it('opens what a cancelled job left open', async () => {
		const { ctx, input, drive, job } = await start(5);
		await cancelGeneration(ctx, input);
		expect(await retryGeneration(ctx, input)).toMatchObject({ phase: 'running', completedAt: null });
		await drive();
		expect(await job()).toMatchObject({ phase: 'done', progress: 5 });
	});

	it('asks a blocked image only in tamer words again', async () => {
		painter.script(() => {
			throw new EngineError('blocked', 'no');
		});
		const { ctx, jobId, drive } = await start(1, apiKey);
		await drive();
		await retryGeneration(ctx, { jobId, geminiApiKey: apiKey });
		painter.script(() => {});
		await drive();
		expect(painter.calls.map(({ remote }) => remote?.isSoftened)).toEqual([true]);
	});

	it('rejects a job that has everything, and a paused one', async () => {
		const done = await start(1);
		await done.drive();
		await expect(retryGeneration(done.ctx, done.input)).rejects.toMatchObject({ reason: 'nothing_to_retry' });
		const paused = await start(1);
		await pauseGeneration(paused.ctx, paused.input);
		await expect(retryGeneration(paused.ctx, paused.input)).rejects.toMatchObject({ reason: 'job_paused' });
	});
});

describe('the number of images that a job says it would have drawn', () => {
	const failing =
		(...numbers: readonly number[]) =>
		(_: unknown, number: number) => {
			if (numbers.includes(number)) throw new EngineError('request', 'no');
		};
	const stopping = (stop: (ctx: Started['ctx'], jobId: string) => Promise<unknown>, at: number, fails: number[] = []) =>
		async function script({ ctx, jobId, drive }: Started) {
			painter.script(async (request, number) => {
				failing(...fails)(request, number);
				if (number === at) await stop(ctx, jobId);
			});
			await drive();
		};
	const pause = (ctx: Started['ctx'], jobId: string) => pauseGeneration(ctx, { jobId });
	const cancel = (ctx: Started['ctx'], jobId: string) => cancelGeneration(ctx, { jobId });
	const regenerateTwo = async ({ ctx, jobId }: Started) => {
		const stored = (await listImages(ctx.db, jobId)).filter(({ state }) => state === 'stored');
		const imageIds = stored.slice(0, 2).map(({ id }) => id);
		await regenerateImages(ctx, { jobId, imageIds, geminiApiKey: apiKey });
	};
	const ending = (...fails: number[]) => stopping(async () => {}, 0, fails);

	const states: Readonly<Record<string, readonly [phase: string, prepare: (job: Started) => Promise<unknown>]>> = {
		'paused before its first call': ['paused', ({ ctx, jobId }) => pause(ctx, jobId)],
		'paused half-way': ['paused', stopping(pause, 5)],
		'paused with failed images': ['paused', stopping(pause, 5, [1, 3])],
		'paused with versions asked for': [
			'paused',
			stopping(async (ctx, jobId) => {
				await regenerateTwo({ ctx, jobId } as Started);
				await pause(ctx, jobId);
			}, 5),
		],
		'cancelled before its first call': ['cancelled', ({ ctx, jobId }) => cancel(ctx, jobId)],
		'cancelled half-way': ['cancelled', stopping(cancel, 5)],
		'cancelled half-way with failed images': ['cancelled', stopping(cancel, 5, [1, 3])],
		'ended with some failed': ['partial', ending(2, 5)],
		'ended with all failed': ['failed', ending(1, 2, 3)],
		'ended with every image': ['done', ending()],
	};

	it.each(Object.entries(states))('%s is how many calls resuming or retrying it makes', async (_, [phase, prepare]) => {
		const started = await start(10, apiKey);
		await prepare(started);
		const { imagesToResume, imagesToRetry, ...job } = await started.job();
		expect(job.phase).toBe(phase);
		painter.script(() => {});
		const input = { jobId: started.jobId, geminiApiKey: apiKey };
		if (phase === 'paused') {
			expect(imagesToRetry).toBe(0);
			await resumeGeneration(started.ctx, input);
		} else {
			expect(imagesToResume).toBe(0);
			const retried = retryGeneration(started.ctx, input);
			if (phase === 'done') await expect(retried).rejects.toMatchObject({ reason: 'nothing_to_retry' });
			else await retried;
		}
		await started.drive();
		expect(painter.calls).toHaveLength(imagesToResume + imagesToRetry);
	});

	it('of a running job with failed images is what retrying adds to what is drawn anyway', async () => {
		const { ctx, jobId, drive, job } = await start(10, apiKey);
		const told: number[] = [];
		painter.script(async (request, number) => {
			failing(1, 2)(request, number);
			if (number !== 5) return;
			told.push((await job()).imagesToRetry);
			await retryGeneration(ctx, { jobId });
		});
		await drive();
		expect(told).toEqual([2]);
		expect(painter.calls).toHaveLength(10 + 2);
		expect(await job()).toMatchObject({ phase: 'done', imagesToResume: 0, imagesToRetry: 0 });
	});
});

describe('whoever does not own the job', () => {
	it.each([
		['pause', pauseGeneration],
		['resume', resumeGeneration],
		['cancel', cancelGeneration],
		['retry', retryGeneration],
	])('rejects to %s it, like one that does not exist', async (_, change) => {
		const { input, job } = await start(2);
		for (const caller of [await test.contextOf(), await test.contextOf({ role: 'developer' })]) {
			for (const jobId of [input.jobId, 'nothing', '00000000-0000-4000-8000-000000000000']) {
				await expect(change(caller, { jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
			}
		}
		await expect(change(await test.contextOf(null), input)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
		expect(await job()).toMatchObject({ phase: 'queued' });
	});
});
