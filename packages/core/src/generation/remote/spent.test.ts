import { listImages } from '@adx/db/repositories/generation/generated-images';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { getCostUsd } from '../../engines/call-cost.ts';
import { createGeminiEngine } from '../../engines/gemini/gemini-engine.ts';
import { buildPrompt } from '../../engines/prompt/build-prompt.ts';
import { readPublicConfig } from '../../platform/public-config.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { runGeneration } from '../run/run-generation.ts';
import { startGeneration } from '../start/start-generation.ts';
import { listVersions } from '../versions/versions.ts';

// What a job says it has cost, beside what the fake says it would bill.

const pictureMicroUsd = 33_600;
// As of a real model: an answer in words comes to half a millionth of a USD besides whole ones.
const billing = { picture: pictureMicroUsd, inputToken: 1.5, textToken: 7.5 };

let fake: FakeGemini;
let test: TestServices;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 8 });
	const prices = {
		pricedAt: '2026-11-21',
		usdPerImage: { 'test-model': pictureMicroUsd / 1e6 },
		usdPerMillionTokens: { 'test-model': { input: billing.inputToken, text: billing.textToken } },
	};
	test = await createTestServices({ gemini: createGeminiEngine({ baseUrl: fake.origin, prices, timeoutMs: 5_000 }) });
});
beforeEach(async () => {
	await test.clear();
	fake.reset();
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

async function start(batchSize: number) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, 'AIza-spent-0123456789'));
	return { ctx, jobId, job: () => getGeneration(ctx, { jobId, scope: 'own' }) };
}

const billedUsd = () => fake.billedMicroUsd(billing) / 1e6;

it('is what the service bills: pictures, refusals and texts at their tokens, nothing for what it refused unpaid', async () => {
	const { ctx, jobId, job } = await start(8);
	fake.answerNext(
		{ kind: 'image' },
		{ kind: 'text_only' },
		{ kind: 'image', count: 2 },
		{ kind: 'finish', reason: 'IMAGE_SAFETY' },
		{ kind: 'blocked_prompt' },
		{ kind: 'server_error' },
		{ kind: 'quota', quota: 'minute', retryAfterS: 1 },
		{ kind: 'corrupt_image' },
		{ kind: 'finish', reason: 'NO_IMAGE' },
	);
	await driveJob(ctx, jobId);
	const { costUsd, estimatedUsd, paidCalls, progress, failedImages } = await job();
	expect(progress + failedImages).toBe(8);
	// All but the server's error and the throttled one.
	expect(paidCalls).toBe(fake.count() - 2);
	expect(costUsd).toBeCloseTo(billedUsd(), 9);
	expect(estimatedUsd).toBe(0);
});

it('is exactly what the service bills for 24 calls, half of which were answered in words', async () => {
	const { ctx, jobId, job } = await start(12);
	for (const { traits } of await listImages(ctx.db, jobId)) {
		fake.script({ prompt: buildPrompt(traits, { isSoftened: false }).text, call: 1, answer: { kind: 'text_only' } });
	}
	await driveJob(ctx, jobId);
	const { costUsd, progress } = await job();
	expect([progress, fake.count()]).toEqual([12, 24]);
	expect(costUsd).toBe(0.411_75);
	expect(costUsd).toBe(billedUsd());
	const images = await listImages(ctx.db, jobId);
	expect(images.map((image) => getCostUsd(image))).toEqual(images.map(() => 0.034_312_5));
	const versions = await Promise.all(images.map(({ id }) => listVersions(ctx, { imageId: id })));
	expect(versions.flat().map((version) => version.costUsd)).toEqual(images.map(() => 0.034_312_5));
});

it('says which part is estimated: calls whose answer broke off or never came, each at the price of a picture', async () => {
	const { ctx, jobId, job } = await start(3);
	fake.answerNext({ kind: 'image' }, { kind: 'truncated' }, { kind: 'hang' });
	await driveJob(ctx, jobId);
	const { costUsd, estimatedUsd, phase } = await job();
	expect(phase).toBe('done');
	expect(estimatedUsd).toBeCloseTo((2 * pictureMicroUsd) / 1e6, 9);
	// The fake bills the picture that broke off, and nothing for the call that it left hanging.
	expect(costUsd - estimatedUsd).toBeCloseTo(billedUsd() - pictureMicroUsd / 1e6, 9);
});

it('is at most as many billed calls for an image as the page says before the order', async () => {
	const { ctx, jobId, job } = await start(1);
	const truncated = { kind: 'truncated' } as const;
	const textOnly = { kind: 'text_only' } as const;
	const refused = { kind: 'finish', reason: 'IMAGE_SAFETY' } as const;
	fake.answerNext(truncated, truncated, truncated, truncated, textOnly, textOnly, refused, { kind: 'corrupt_image' });
	await driveJob(ctx, jobId);
	expect(await job()).toMatchObject({ phase: 'done', paidCalls: readPublicConfig(ctx).gemini.triesPerImage });
});

it('counts a call that the end of the process cuts off as estimated', async () => {
	const { ctx, jobId, job } = await start(1);
	fake.answerNext({ kind: 'hang' });
	const ending = new AbortController();
	const running = runGeneration(ctx, { jobId, slot: 0 }, ending.signal);
	await expect.poll(() => fake.count()).toBe(1);
	// The call may go on for eight seconds.
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	ending.abort(new Error('the process ends'));
	vi.advanceTimersByTime(8_000);
	vi.useRealTimers();
	await running;
	expect(await job()).toMatchObject({
		phase: 'running',
		paidCalls: 1,
		costUsd: 0.0336,
		estimatedUsd: 0.0336,
		progress: 0,
	});
});
