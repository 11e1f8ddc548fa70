import { listImages } from '@adx/db/repositories/generation/generated-images';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createGeminiEngine } from '../../engines/gemini/gemini-engine.ts';
import type { ImageEngine } from '../../engines/types.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { cancelGeneration, pauseGeneration } from '../control/control-job.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { runGeneration } from '../run/run-generation.ts';
import { startGeneration } from '../start/start-generation.ts';
import { sweepOpenCalls } from './open-calls.ts';

// What a job says it has cost when the process that called was killed before it had an answer.

const pictureUsd = 0.04;
/** Longer than the claim of a process that gives no sign holds. */
const claimLapsesMs = 150_000;

let fake: FakeGemini;
let gemini: ImageEngine;
let test: TestServices;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 8 });
	const prices = { pricedAt: '2026-11-21', usdPerImage: { 'test-model': pictureUsd } };
	gemini = createGeminiEngine({ baseUrl: fake.origin, prices });
	test = await createTestServices({ gemini });
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

/** A job whose first call is sent, and whose process then stands still: it learns nothing, and does nothing. */
async function startAndStall(batchSize = 1) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, 'AIza-open-calls'));
	const sent = Promise.withResolvers<void>();
	const goesOn = Promise.withResolvers<void>();
	const draw: ImageEngine['draw'] = async (request) => {
		const outcome = gemini.draw(request);
		await outcome.catch(() => {});
		sent.resolve();
		await goesOn.promise;
		return outcome;
	};
	// It saw no answer, so it wrote none down.
	const receivedScratch = { ...ctx.receivedScratch, persist: async () => {}, has: () => false };
	const stalled = { ...ctx, receivedScratch, engines: new Map([['gemini' as const, { ...gemini, draw }]]) };
	const run = runGeneration(stalled, { jobId, slot: 0 }, new AbortController().signal);
	await sent.promise;
	const goOn = () => {
		goesOn.resolve();
		return run;
	};
	return { ctx, jobId, job: () => spentOn(ctx, jobId), goOn };
}

async function spentOn(ctx: RequestContext, jobId: string) {
	const { phase, paidCalls, costUsd, estimatedUsd } = await getGeneration(ctx, { jobId, scope: 'own' });
	return { phase, paidCalls, costUsd, estimatedUsd };
}

const onePicture = { paidCalls: 1, costUsd: pictureUsd, estimatedUsd: 0 };
const onceUnseen = { paidCalls: 1, costUsd: pictureUsd, estimatedUsd: pictureUsd };
const seenAndUnseen = { paidCalls: 2, costUsd: 2 * pictureUsd, estimatedUsd: pictureUsd };

it('counts the call as estimated once its image is painted again', async () => {
	const { ctx, jobId, job, goOn } = await startAndStall();
	expect(await job()).toMatchObject({ paidCalls: 0 });
	await passDatabaseTime(ctx.db, claimLapsesMs);
	await driveJob(ctx, jobId);
	expect(await job()).toEqual({ phase: 'done', ...seenAndUnseen });
	expect(await listImages(ctx.db, jobId)).toMatchObject([{ paidCalls: 2, costMicroUsd: 2e6 * pictureUsd }]);
	expect(fake.count()).toBe(2);
	await goOn();
});

it('counts it in a job that goes no further: cancelled, or paused when the next look finds the process gone', async () => {
	const cancelled = await startAndStall();
	await cancelGeneration(cancelled.ctx, { jobId: cancelled.jobId });
	await passDatabaseTime(cancelled.ctx.db, claimLapsesMs);
	await driveJob(cancelled.ctx, cancelled.jobId);
	expect(await cancelled.job()).toEqual({ phase: 'cancelled', ...onceUnseen });

	const paused = await startAndStall();
	await pauseGeneration(paused.ctx, { jobId: paused.jobId });
	await sweepOpenCalls(paused.ctx);
	expect(await paused.job()).toMatchObject({ paidCalls: 0 });
	await passDatabaseTime(paused.ctx.db, claimLapsesMs);
	await sweepOpenCalls(paused.ctx);
	await sweepOpenCalls(paused.ctx);
	expect(await paused.job()).toEqual({ phase: 'paused', ...onceUnseen });
	await Promise.all([cancelled.goOn(), paused.goOn()]);
});

it('corrects it when the process turns out to live: by the picture, and by a refusal that costs nothing', async () => {
	const answered = await startAndStall();
	await passDatabaseTime(answered.ctx.db, claimLapsesMs);
	await sweepOpenCalls(answered.ctx);
	expect(await answered.job()).toMatchObject(onceUnseen);
	await answered.goOn();
	expect(await answered.job()).toEqual({ phase: 'done', ...onePicture });

	fake.answerNext({ kind: 'server_error' });
	const refused = await startAndStall();
	await passDatabaseTime(refused.ctx.db, claimLapsesMs);
	await driveJob(refused.ctx, refused.jobId);
	expect(await refused.job()).toEqual({ phase: 'done', ...seenAndUnseen });
	await refused.goOn();
	expect(await refused.job()).toEqual({ phase: 'done', ...onePicture });
});

it('sends nothing for an image that is in other hands by now', async () => {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(1, 'AIza-open-calls'));
	let calls = 0;
	const draw: ImageEngine['draw'] = async (request) => {
		calls += 1;
		if (calls === 1) {
			await passDatabaseTime(ctx.db, claimLapsesMs);
			await driveJob(ctx, jobId);
		}
		return gemini.draw(request);
	};
	const engines = new Map([['gemini' as const, { ...gemini, draw }]]);
	await runGeneration({ ...ctx, engines }, { jobId, slot: 0 }, new AbortController().signal);
	expect(calls).toBe(1);
	expect(fake.count()).toBe(1);
	expect(await spentOn(ctx, jobId)).toEqual({ phase: 'done', ...onePicture });
});
