import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { listImageVersions } from '@adx/db/repositories/generation/image-versions';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineError, type EngineErrorKind, type EngineRequest } from '../../engines/types.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { resumeGeneration } from '../control/control-job.ts';
import {
	callCostMicroUsd,
	createPaidCall,
	createRequest,
	createScriptedEngine,
	driveJob,
} from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';

// What the runner makes of each kind of answer: by calls counted, never by what is logged.

const apiKey = 'AIza-canary-1234567890';
const painter = createScriptedEngine();
let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({ gemini: painter.engine });
});
beforeEach(async () => {
	painter.script(() => {});
	await test.clear();
});
afterAll(() => test.close());

async function start(batchSize: number) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, apiKey));
	return {
		ctx,
		jobId,
		drive: (change = {}) => driveJob(ctx, jobId, change),
		job: () => getGeneration(ctx, { jobId, scope: 'own' }),
		row: async () => (await findGenerationJob(ctx.db, 'all', jobId))!,
		images: () => listImages(ctx.db, jobId),
	};
}

const refuse = (kind: EngineErrorKind, options: ConstructorParameters<typeof EngineError>[2] = {}): never => {
	throw new EngineError(kind, `the ${kind} sentence`, options);
};

describe('a job that is painted', () => {
	it('stores each picture with prompt, model, finish reason and price, sums them up and forgets the key', async () => {
		const { ctx, jobId, drive, job, row, images } = await start(5);
		expect(await row()).toMatchObject({ model: 'test-model', sealedApiKey: expect.stringMatching(/^v1\./) });
		await drive();
		expect(await job()).toMatchObject({
			phase: 'done',
			progress: 5,
			costUsd: 0.2,
			needsApiKey: true,
			model: 'test-model',
		});
		expect(await row()).toMatchObject({ sealedApiKey: null, paidCalls: 5 });
		expect(painter.calls.map(({ remote }) => remote)).toEqual(
			Array(5).fill({
				apiKey,
				model: 'test-model',
				isSoftened: false,
				references: [],
				hasStyleLock: false,
				started: expect.any(Function),
				received: expect.any(Function),
			}),
		);
		for (const { id, imageSeed, paidCalls, costMicroUsd } of await images()) {
			expect({ paidCalls, costMicroUsd }).toEqual({ paidCalls: 1, costMicroUsd: callCostMicroUsd });
			expect(await listImageVersions(ctx.db, id)).toMatchObject([
				{
					number: 1,
					model: 'test-model',
					prompt: `paint ${imageSeed}`,
					promptHash: 'hash',
					finishReason: 'STOP',
					paidCalls: 1,
				},
			]);
		}
		expect(jobId).toBe((await row()).id);
	});

	it('makes its first call alone, then at most two at once', async () => {
		const underWay: number[] = [];
		painter.script(async () => {
			underWay.push(painter.mostAtOnce());
			await new Promise((resolve) => setTimeout(resolve, 30));
		});
		const { drive, job } = await start(8);
		await drive();
		expect(await job()).toMatchObject({ phase: 'done' });
		expect(painter.calls).toHaveLength(8);
		expect(painter.mostAtOnce()).toBe(2);
		expect(underWay[0]).toBe(1);
	});
});

describe('a refused key', () => {
	it('fails a job without images after one call, with the sentence, and is forgotten', async () => {
		painter.script(() => refuse('key'));
		const { drive, job, row, images } = await start(20);
		await drive();
		expect(painter.calls).toHaveLength(1);
		expect(await job()).toMatchObject({
			phase: 'failed',
			status: 'failed',
			errorMessage: 'the key sentence',
			costUsd: 0,
		});
		expect(await row()).toMatchObject({ sealedApiKey: null });
		expect((await images()).every(({ state, claimToken }) => state === 'planned' && claimToken === null)).toBe(true);
	});

	it('pauses a job that has images and goes on with another key, the images kept', async () => {
		painter.script((_, number) => (number > 3 ? refuse('key') : undefined));
		const { ctx, jobId, drive, job, row } = await start(8);
		await drive();
		expect(painter.calls.length).toBeLessThanOrEqual(5);
		expect(await job()).toMatchObject({
			phase: 'paused',
			status: 'generating',
			pauseReason: 'key_refused',
			errorMessage: 'the key sentence',
			progress: 3,
			needsApiKey: true,
		});
		expect(await row()).toMatchObject({ sealedApiKey: null });
		const resume = (geminiApiKey?: string) => resumeGeneration(ctx, { jobId, geminiApiKey });
		await expect(resume()).rejects.toMatchObject({
			code: 'INVALID',
			reason: 'key_required',
			message: 'API key is required',
		});
		painter.script(() => {});
		expect(await resume('AIza-other')).toMatchObject({ phase: 'running', pauseReason: null, errorMessage: null });
		await drive();
		expect(painter.calls.map(({ remote }) => remote?.apiKey)).toEqual(Array(5).fill('AIza-other'));
		expect(await job()).toMatchObject({ phase: 'done', progress: 8 });
	});

	it('does not stop a job that got another key while the call was under way', async () => {
		const { ctx, jobId, drive, job } = await start(3);
		painter.script(async (_, number) => {
			if (number !== 2) return;
			await ctx.db.updateTable('generationJobs').set({ apiKeyId: 'another' }).where('id', '=', jobId).execute();
			refuse('key');
		});
		await drive();
		expect(await job()).toMatchObject({ phase: 'done', progress: 3 });
	});
});

describe('a day quota', () => {
	it('is confirmed by one more call, then pauses the job, and a resume goes on', async () => {
		painter.script((_, number) => (number > 1 ? refuse('day_quota', { retryAfterMs: 20_000 }) : undefined));
		const { ctx, jobId, drive, job, images } = await start(6);
		const waited = await drive();
		// One that was stored, at most two at once that met the quota, and the one that confirmed it.
		expect(painter.calls.length).toBeLessThanOrEqual(4);
		expect(waited).toBeGreaterThanOrEqual(20);
		expect(await job()).toMatchObject({ phase: 'paused', pauseReason: 'day_quota', progress: 1, costUsd: 0.04 });
		painter.script(() => {});
		await resumeGeneration(ctx, { jobId, geminiApiKey: apiKey });
		await passDatabaseTime(ctx.db, 60_000);
		await drive();
		expect(await job()).toMatchObject({ phase: 'done', progress: 6 });
		expect((await images()).map(({ tries }) => tries)).toEqual(Array(6).fill({}));
	});

	it('fails a job that has no image after two calls', async () => {
		painter.script(() => refuse('day_quota'));
		const { drive, job } = await start(6);
		await drive();
		expect(painter.calls).toHaveLength(2);
		expect(await job()).toMatchObject({ phase: 'failed', errorMessage: 'the day_quota sentence' });
	});
});

describe('other answers without a picture', () => {
	it('a throttled call rests the key, and is not an attempt', async () => {
		painter.script((_, number) =>
			number === 2 || number === 3 ? refuse('throttle', { retryAfterMs: 7_000 }) : undefined,
		);
		const { drive, job, images } = await start(4);
		const waited = await drive();
		expect(waited).toBeGreaterThanOrEqual(7);
		expect(painter.calls).toHaveLength(6);
		expect(await job()).toMatchObject({ phase: 'done', costUsd: 0.16 });
		expect((await images()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
	});

	it('a service that is down is called five times for an image, which then says why', async () => {
		painter.script(() => refuse('transient'));
		const { drive, job, images } = await start(1);
		await drive();
		expect(painter.calls).toHaveLength(5);
		expect(await job()).toMatchObject({ phase: 'failed', failedImages: 1 });
		expect(await images()).toMatchObject([
			{ state: 'failed', failure: 'transient', lastError: 'the transient sentence' },
		]);
	});

	const charged = (kind: EngineErrorKind) => (request: EngineRequest) =>
		refuse(kind, { call: createPaidCall(request, kind) });

	it.each<[EngineErrorKind, calls: number]>([
		['no_image', 3],
		['bad_image', 2],
		['blocked', 2],
	])('%s is asked for %i times, and each call is counted with its price', async (kind, calls) => {
		painter.script(charged(kind));
		const { drive, job, images, row } = await start(1);
		await drive();
		expect(painter.calls).toHaveLength(calls);
		expect(await images()).toMatchObject([
			{ state: 'failed', failure: kind, paidCalls: calls, costMicroUsd: calls * callCostMicroUsd },
		]);
		expect(await row()).toMatchObject({ paidCalls: calls, costMicroUsd: calls * callCostMicroUsd });
		expect((await job()).costUsd).toBeCloseTo(calls * 0.04);
	});

	it('a blocked prompt is never sent again: the second is softer, and the job goes on without the image', async () => {
		painter.script((request) =>
			request.imageSeed === painter.calls[0]?.imageSeed ? charged('blocked')(request) : undefined,
		);
		const { drive, job } = await start(3);
		await drive();
		const first = painter.calls[0]!.imageSeed;
		const prompts = painter.calls.filter(({ imageSeed }) => imageSeed === first);
		expect(prompts.map(({ remote }) => remote?.isSoftened)).toEqual([false, true]);
		expect(await job()).toMatchObject({ phase: 'partial', progress: 2, errorMessage: 'Stopped after 2 of 3 images' });
	});

	it('a version carries the failed calls before it', async () => {
		painter.script((request, number) => (number < 3 ? charged('no_image')(request) : undefined));
		const { ctx, drive, images } = await start(1);
		await drive();
		const [image] = await images();
		expect(image).toMatchObject({ state: 'stored', failure: null, paidCalls: 3 });
		expect(await listImageVersions(ctx.db, image!.id)).toMatchObject([
			{ paidCalls: 3, costMicroUsd: 3 * callCostMicroUsd },
		]);
	});
});

describe('a request that is refused', () => {
	it('costs only its image while others are taken', async () => {
		painter.script((_, number) => (number % 2 === 0 ? refuse('request') : undefined));
		const { drive, job } = await start(6);
		await drive();
		expect(painter.calls).toHaveLength(6);
		expect(await job()).toMatchObject({ phase: 'partial', progress: 3, failedImages: 3 });
	});

	it('three times in a row ends the job', async () => {
		painter.script(() => refuse('request'));
		const { drive, job, row } = await start(50);
		await drive();
		expect(painter.calls).toHaveLength(3);
		expect(await job()).toMatchObject({ phase: 'failed', errorMessage: 'the request sentence', failedImages: 3 });
		expect(await row()).toMatchObject({ sealedApiKey: null });
	});
});

describe('an image that is stored after the job was stopped', () => {
	it('changes how far the job came, and keeps why it was stopped', async () => {
		const held = Promise.withResolvers<void>();
		painter.script(async (_, number) => {
			if (number === 2) return held.promise;
			if (number > 2) setTimeout(held.resolve, 200);
			if (number > 2) refuse('model');
		});
		const { drive, job, row, ctx, jobId } = await start(9);
		await ctx.db.updateTable('generationJobs').set({ modelMoved: true }).where('id', '=', jobId).execute();
		await drive();
		expect(await job()).toMatchObject({
			phase: 'partial',
			progress: 2,
			errorMessage: 'Stopped after 2 of 9 images. the model sentence',
		});
		expect(await row()).toMatchObject({ sealedApiKey: null });
	});
});

describe('a model that is gone', () => {
	it('makes room for the next one', async () => {
		painter.script(({ remote }) => (remote?.model === 'test-model' ? refuse('model') : undefined));
		const { drive, job } = await start(4);
		await drive();
		expect(painter.calls.map(({ remote }) => remote?.model)).toEqual(['test-model', ...Array(4).fill('next-model')]);
		expect(await job()).toMatchObject({ phase: 'done', model: 'next-model' });
	});

	it('fails the job when the next one is gone too', async () => {
		painter.script(() => refuse('model'));
		const { drive, job } = await start(4);
		await drive();
		expect(painter.calls.map(({ remote }) => remote?.model)).toEqual(['test-model', 'next-model']);
		expect(await job()).toMatchObject({ phase: 'failed', errorMessage: 'the model sentence' });
	});
});

describe('faults of our own', () => {
	it('an error that is not an answer shows and keeps nothing of what it says', async () => {
		painter.script(({ remote }) => {
			throw new Error(`fetch failed with header x-goog-api-key ${remote?.apiKey}`);
		});
		const { drive, job, images } = await start(1);
		await drive();
		expect(painter.calls).toHaveLength(5);
		const shown = JSON.stringify([await job(), await images()]);
		expect(shown).not.toContain(apiKey);
		expect(shown).toContain('The answer could not be used.');
	});

	it('a full disk pauses the job, and what could not be stored is stored after the resume, not painted again', async () => {
		const { ctx, jobId, drive, job } = await start(3);
		const put = async (bytes: Uint8Array) => {
			if (painter.calls.length === 0) return ctx.storage.put(bytes);
			throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
		};
		await drive({ storage: { ...ctx.storage, put } });
		expect(await job()).toMatchObject({
			phase: 'paused',
			pauseReason: 'storage_full',
			errorMessage: expect.stringContaining('disk'),
			costUsd: 0.04,
		});
		await resumeGeneration(ctx, { jobId, geminiApiKey: apiKey });
		await drive();
		expect(painter.calls).toHaveLength(3);
		expect(await job()).toMatchObject({ phase: 'done', progress: 3, costUsd: 0.12 });
	});

	it('a row that a killed process held is simply claimed again', async () => {
		const { ctx, jobId, drive, job, images } = await start(4);
		const held = { claimToken: 'gone', claimedUntil: new Date(Date.now() - 1), attempts: 1 };
		await ctx.db
			.updateTable('generatedImages')
			.set(held)
			.where('jobId', '=', jobId)
			.where('tokenNumber', '<', 3)
			.execute();
		await drive();
		expect(painter.calls).toHaveLength(4);
		expect(await job()).toMatchObject({ phase: 'done', progress: 4 });
		expect((await images()).map(({ attempts }) => attempts)).toEqual([2, 2, 1, 1]);
	});

	it('a job whose key can no longer be read waits for it again', async () => {
		const { drive, job } = await start(2);
		await drive({ secretKey: new Uint8Array(32).fill(9) });
		expect(painter.calls).toHaveLength(0);
		expect(await job()).toMatchObject({
			phase: 'failed',
			errorMessage: 'The API key can no longer be read. Enter it again.',
		});
	});
});
