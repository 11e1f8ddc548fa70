import { fromDatabaseNow } from '@adx/db/client/database-time';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob, startRunning } from '@adx/db/repositories/generation/generation-jobs';
import { passDatabaseTime } from '@adx/db/testing/time-testing';
import { type FakeGemini, type FakeGeminiAnswer, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGeminiEngine } from '../../engines/gemini/gemini-engine.ts';
import type { RequestContext } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { pauseGeneration } from '../control/control-job.ts';
import { createRequest } from '../generation-testing.ts';
import { getGeneration, listGenerations } from '../queries/generations.ts';
import { runGeneration } from '../run/run-generation.ts';
import { startGeneration } from '../start/start-generation.ts';
import { recordTransient } from './model-circuit-breaker.ts';

// What a job says that it waits for, while nobody has paused it.

const prices = { pricedAt: '2026-11-21', usdPerImage: {}, usdPerMillionTokens: {} };

let fake: FakeGemini;
let test: TestServices;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 8 });
	test = await createTestServices({ gemini: createGeminiEngine({ baseUrl: fake.origin, prices }) });
});
afterEach(async () => {
	fake.reset();
	await test.clear();
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

async function start(ctx: RequestContext, apiKey = 'AIza-canary-1234567890') {
	const { jobId } = await startGeneration(ctx, createRequest(2, apiKey));
	return {
		jobId,
		waiting: async () => (await getGeneration(ctx, { jobId, scope: 'own' })).waiting,
		version: async () => (await findGenerationJob(ctx.db, 'all', jobId))!.version,
	};
}

/** Works on the job until the engine asks for a pause. */
async function runOnce(ctx: RequestContext, jobId: string, ...answers: FakeGeminiAnswer[]): Promise<void> {
	fake.answerNext(...answers);
	const queue = { ...ctx.queue, send: async () => {} };
	await runGeneration({ ...ctx, queue }, { jobId, slot: 0 }, new AbortController().signal);
}

describe('what a job waits for', () => {
	it('is what Gemini asks for, also for other jobs with the same key, which are told', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const first = await start(ctx);
		const second = await start(ctx);
		const other = await start(ctx, 'AIza-another-1234567890');
		expect(await first.waiting()).toBeNull();
		const before = await second.version();
		const startMs = Date.now();
		await runOnce(ctx, first.jobId, { kind: 'quota', quota: 'minute', retryAfterS: 30 });
		const waiting = await first.waiting();
		expect(waiting).toMatchObject({ reason: 'rate_limit' });
		const waitS = (waiting!.until!.getTime() - startMs) / 1_000;
		expect(waitS).toBeGreaterThanOrEqual(30);
		expect(waitS).toBeLessThan(90);
		expect(await second.waiting()).toEqual(waiting);
		expect(await second.version()).toBeGreaterThan(before);
		expect(await other.waiting()).toMatchObject({ reason: 'other_jobs' });
		const listed = await listGenerations(ctx, { scope: 'own' });
		expect(listed.find(({ id }) => id === first.jobId)?.waiting).toEqual(waiting);
		await passDatabaseTime(ctx.db, 90_000);
		expect(await first.waiting()).toBeNull();
		await pauseGeneration(ctx, { jobId: first.jobId });
		expect(await first.waiting()).toBeNull();
	});

	it('is the next try, while calls for all of its images have failed, and is told', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId, waiting, version } = await start(ctx);
		const before = await version();
		fake.script({ answer: { kind: 'server_error', status: 503 } });
		await runOnce(ctx, jobId);
		// Once it has started, and once for each failed call: of a slow machine the first image may be due again meanwhile.
		expect(fake.count()).toBeGreaterThanOrEqual(2);
		expect(await version()).toBe(before + 1 + fake.count());
		const delay = (tokenNumber: number) =>
			ctx.db
				.updateTable('generatedImages')
				.set({ notBefore: fromDatabaseNow(tokenNumber * 10_000) })
				.where('jobId', '=', jobId)
				.where('tokenNumber', '=', tokenNumber);
		await ctx.db.updateTable('generatedImages').set({ notBefore: null }).where('jobId', '=', jobId).execute();
		await delay(2).execute();
		expect(await waiting()).toBeNull();
		await delay(1).execute();
		const [first] = await listImages(ctx.db, jobId);
		expect(await waiting()).toEqual({ reason: 'engine_errors', until: first!.notBefore });
		await passDatabaseTime(ctx.db, 15_000);
		expect(await waiting()).toBeNull();
	});

	it('is a model whose calls fail again and again', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { waiting } = await start(ctx);
		for (let failures = 0; failures < 5; failures += 1) {
			expect(await waiting()).toBeNull();
			expect(await recordTransient(ctx, 'test-model')).toBe(failures === 4);
		}
		expect(await waiting()).toEqual({ reason: 'engine_errors', until: expect.any(Date) });
		await passDatabaseTime(ctx.db, 30_000);
		expect(await waiting()).toBeNull();
	});

	it('is other jobs on its engine, until it has started', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const [first, second] = [await start(ctx), await start(ctx)];
		expect(await second.waiting()).toBeNull();
		await startRunning(ctx.db, first.jobId, ctx.clock());
		expect(await first.waiting()).toBeNull();
		expect(await second.waiting()).toEqual({ reason: 'other_jobs', until: null });
		await startRunning(ctx.db, second.jobId, ctx.clock());
		expect(await second.waiting()).toBeNull();
	});
});
