import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { type FakeGemini, type FakeGeminiAnswer, startFakeGemini } from '@adx/fakes/gemini';
import type { GenerationJob } from '@adx/validators/generation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGeminiEngine } from '../../engines/gemini/gemini-engine.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';
import { runGeneration } from './run-generation.ts';

// A job of 200 under every answer that the service can give: how it ends, and after how many calls.

const imageCount = 200;
const apiKey = 'AIza-matrix';
let fake: FakeGemini;
let test: TestServices;
beforeAll(async () => {
	fake = await startFakeGemini({ sizePx: 8, models: ['test-model', 'next-model'] });
	const prices = { pricedAt: '2026-11-21', usdPerImage: { 'test-model': 0.04, 'next-model': 0.04 } };
	test = await createTestServices({ gemini: createGeminiEngine({ baseUrl: fake.origin, prices, timeoutMs: 3_000 }) });
});
beforeEach(async () => {
	fake.reset();
	await test.clear();
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

/** The pictures are not looked at here, and waiting for the disk would take most of the time. */
const put = async (bytes: Uint8Array) => ({
	sha256: createHash('sha256').update(bytes).digest('hex'),
	sizeBytes: bytes.byteLength,
	crc32: crc32(bytes),
});

async function run(batchSize = imageCount) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, apiKey));
	await driveJob(ctx, jobId, { storage: { ...ctx.storage, put } }, 20_000);
	const job = await getGeneration(ctx, { jobId, scope: 'own' });
	const row = (await findGenerationJob(ctx.db, 'all', jobId))!;
	expect(row.sealedApiKey).toBeNull();
	expect(fake.peakConcurrency()).toBeLessThanOrEqual(2);
	expect(fake.mistakes).toEqual([]);
	return { job, row, images: await listImages(ctx.db, jobId) };
}

/** Calls until 200 of them were answered with a picture, when every n-th is not. */
function callsWithFaultEvery(n: number): number {
	let calls = 0;
	for (let pictures = 0; pictures < imageCount; ) if (++calls % n !== 0) pictures += 1;
	return calls;
}

const always = (answer: FakeGeminiAnswer) => fake.script({ answer });
const every = (n: number, answer: FakeGeminiAnswer) => fake.script({ answer, call: (call) => call % n === 0 });
const from = (first: number, answer: FakeGeminiAnswer) => fake.script({ answer, call: (call) => call >= first });

const timeout = { timeout: 240_000 };

describe('a job of 200 ends with all of them', () => {
	it.each<[string, FakeGeminiAnswer]>([
		['PNG', { kind: 'image' }],
		['JPEG', { kind: 'image', format: 'jpeg' }],
		['WebP', { kind: 'image', format: 'webp' }],
		['a wrong type on it', { kind: 'image', mimeType: 'image/gif' }],
		['drafts before it', { kind: 'image', thoughts: true }],
	])('when each answer is %s, after 200 calls', timeout, async (_, answer) => {
		always(answer);
		const { job, row } = await run();
		expect(job).toMatchObject({ phase: 'done', progress: imageCount, costUsd: 8 });
		expect([fake.count(), fake.paidImages(), row.paidCalls]).toEqual([imageCount, imageCount, imageCount]);
	});

	it('when each answer holds two pictures, which are both paid for', timeout, async () => {
		always({ kind: 'image', count: 2 });
		const { job } = await run();
		expect(job).toMatchObject({ phase: 'done', costUsd: 16 });
		expect([fake.count(), fake.paidImages()]).toEqual([imageCount, 2 * imageCount]);
	});

	const transient: readonly FakeGeminiAnswer[] = [
		{ kind: 'server_error', status: 500 },
		{ kind: 'server_error', status: 503 },
		{ kind: 'server_error', status: 408 },
		{ kind: 'bad_gateway_html' },
		{ kind: 'reset' },
		{ kind: 'truncated' },
		{ kind: 'not_json' },
		{ kind: 'hang' },
		{ kind: 'echo_key', status: 500 },
	];
	const throttled: readonly FakeGeminiAnswer[] = [
		{ kind: 'quota', quota: 'minute', retryAfterS: 7 },
		{ kind: 'quota', quota: 'bare' },
		{ kind: 'echo_key', status: 429 },
	];
	const withoutPicture: readonly FakeGeminiAnswer[] = [
		{ kind: 'text_only' },
		{ kind: 'empty_object' },
		...['NO_IMAGE', 'IMAGE_OTHER', 'OTHER', 'MAX_TOKENS', 'WHAT_NOBODY_KNOWS_YET'].map(finish),
	];
	const blocked: readonly FakeGeminiAnswer[] = [
		{ kind: 'blocked_prompt' },
		...['SAFETY', 'IMAGE_SAFETY', 'PROHIBITED_CONTENT', 'RECITATION', 'BLOCKLIST', 'SPII'].map(finish),
	];
	const unusable: readonly FakeGeminiAnswer[] = [
		{ kind: 'corrupt_image' },
		{ kind: 'pixel_bomb' },
		{ kind: 'oversized_image' },
	];
	it.each(
		[...transient, ...throttled, ...withoutPicture, ...blocked, ...unusable].map((answer) => [
			Object.values(answer).join(' '),
			answer,
		]) as [string, FakeGeminiAnswer][],
	)('when every 20th answer is %s, after as many calls more', timeout, async (_, answer) => {
		every(20, answer);
		const { job, images } = await run();
		expect(job).toMatchObject({ phase: 'done', progress: imageCount, failedImages: 0 });
		expect(fake.count()).toBe(callsWithFaultEvery(20));
		expect(images.every(({ attempts }) => attempts === 1)).toBe(true);
	});

	it('when its model is gone, after one call more', timeout, async () => {
		fake.script({ model: 'test-model', answer: { kind: 'not_found' } });
		const { job } = await run();
		expect(job).toMatchObject({ phase: 'done', model: 'next-model' });
		expect(fake.count()).toBe(imageCount + 1);
	});
});

function finish(reason: string): FakeGeminiAnswer {
	return { kind: 'finish', reason };
}

describe('a job of 200 ends early', () => {
	const keyFatal: readonly FakeGeminiAnswer[] = [
		{ kind: 'bad_key' },
		{ kind: 'unauthorized' },
		{ kind: 'forbidden' },
		{ kind: 'failed_precondition' },
		{ kind: 'echo_key', status: 403 },
	];
	it.each(keyFatal.map((answer) => [Object.values(answer).join(' '), answer]) as [string, FakeGeminiAnswer][])(
		'on %s after one call, or paused with the images it has',
		timeout,
		async (_, answer) => {
			always(answer);
			const none = await run();
			expect(none.job).toMatchObject({ phase: 'failed', status: 'failed', progress: 0, costUsd: 0 });
			expect(fake.count()).toBe(1);
			fake.reset();
			from(51, answer);
			const some = await run();
			expect(some.job).toMatchObject({ phase: 'paused', pauseReason: 'key_refused', progress: 50 });
			expect(fake.count()).toBeLessThanOrEqual(52);
		},
	);

	it.each(['day', 'limit_zero'] as const)('on the quota %s after one more question', timeout, async (quota) => {
		always({ kind: 'quota', quota, retryAfterS: 20 });
		expect((await run()).job).toMatchObject({ phase: 'failed', progress: 0 });
		expect(fake.count()).toBe(2);
		fake.reset();
		from(51, { kind: 'quota', quota, retryAfterS: 20 });
		expect((await run()).job).toMatchObject({ phase: 'paused', pauseReason: 'day_quota', progress: 50 });
		expect(fake.count()).toBeLessThanOrEqual(53);
	});

	it('when all models are gone, after two calls', timeout, async () => {
		always({ kind: 'not_found' });
		expect((await run()).job).toMatchObject({ phase: 'failed' });
		expect(fake.count()).toBe(2);
	});

	it('on three refused requests in a row, with the images it has', timeout, async () => {
		from(51, { kind: 'bad_request' });
		const { job } = await run();
		expect(job).toMatchObject({ phase: 'partial', status: 'completed', progress: 50 });
		expect(job.errorMessage).toMatch(/^Stopped after 50 of 200 images\. /);
		expect(fake.count()).toBeLessThanOrEqual(54);
	});
});

describe('a job of 200 goes through all of them in vain', () => {
	it.each<[FakeGeminiAnswer, callsEach: number, failure: string, price: number]>([
		[{ kind: 'text_only' }, 3, 'no_image', 0.12],
		[{ kind: 'finish', reason: 'IMAGE_SAFETY' }, 2, 'blocked', 0.08],
		[{ kind: 'corrupt_image' }, 2, 'bad_image', 0.08],
		[{ kind: 'server_error', status: 503 }, 5, 'transient', 0],
	])('of %j, with %i calls for each', timeout, async (answer, callsEach, failure, price) => {
		always(answer);
		const { job, images } = await run();
		expect(job).toMatchObject({ phase: 'failed', progress: 0, failedImages: imageCount });
		expect(fake.count()).toBe(imageCount * callsEach);
		expect(new Set(images.map((image) => image.failure))).toEqual(new Set([failure]));
		expect(job.costUsd).toBeCloseTo(price * imageCount);
	});

	it('sends a blocked prompt only once', timeout, async () => {
		always({ kind: 'finish', reason: 'SAFETY' });
		await run(50);
		const prompts = fake.requests.map(({ prompt }) => prompt);
		expect(new Set(prompts).size).toBe(prompts.length);
	});
});

it('calls never exceed the rate of the key, however often it is refused', timeout, async () => {
	const times: number[] = [];
	const rate = 30;
	const { services } = test;
	const engine = services.engines.get('gemini')!;
	every(15, { kind: 'quota', quota: 'minute', retryAfterS: 5 });
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(100, apiKey));
	let passedMs = 0;
	const clock = () => new Date(Date.now() + passedMs);
	const slow = { ...ctx.config, gemini: { ...ctx.config.gemini, ratePerMinute: rate } };
	const draw: typeof engine.draw = (request) => {
		times.push(clock().getTime());
		return engine.draw(request);
	};
	const queue = { ...ctx.queue };
	const waits: number[] = [];
	queue.send = async (_name, _message, { delaySeconds = 0 } = {}) => {
		passedMs += delaySeconds * 1_000;
		waits.push(delaySeconds);
	};
	const phase = async (): Promise<GenerationJob['phase']> => (await getGeneration(ctx, { jobId, scope: 'own' })).phase;
	const paced = { ...ctx, config: slow, clock, queue, engines: new Map([['gemini' as const, { ...engine, draw }]]) };
	while ((await phase()) !== 'done') {
		await runGeneration(paced, { jobId, slot: 0 }, new AbortController().signal);
	}
	expect(waits.length).toBeGreaterThan(0);
	for (const [index, start] of times.entries()) {
		const inMinute = times.slice(index).filter((time) => time < start + 60_000).length;
		// The refusals halve the rate long before it could grow twice.
		expect(inMinute).toBeLessThanOrEqual(rate * 1.1 * 1.1 + 1);
	}
});
