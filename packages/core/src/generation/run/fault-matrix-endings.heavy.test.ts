import { passDatabaseTime } from '@adx/db/testing/time-testing';
import type { FakeGeminiAnswer } from '@adx/fakes/gemini';
import type { GenerationJob } from '@adx/validators/generation/generation-job';
import { describe, expect, it } from 'vitest';
import { createRequest } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';
import { apiKey, imageCount, timeout, useFaultMatrix } from './fault-matrix-testing.ts';
import { runGeneration } from './run-generation.ts';

const { fake, test, run, always, every, from } = useFaultMatrix();

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
		// Two while the last picture is being stored, which begins the row again, then three, and one beside them.
		expect(fake.count()).toBeLessThanOrEqual(50 + 2 + 3 + 1);
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
	const slow = {
		...ctx.config,
		services: { ...ctx.config.services, gemini: { ...ctx.config.services.gemini, ratePerMinute: rate } },
	};
	const draw: typeof engine.draw = (request) => {
		times.push(clock().getTime());
		return engine.draw(request);
	};
	const queue = { ...ctx.queue };
	const waits: number[] = [];
	queue.send = async (_name, _message, { delaySeconds = 0 } = {}) => {
		passedMs += delaySeconds * 1_000;
		if (delaySeconds > 0) await passDatabaseTime(ctx.db, delaySeconds * 1_000);
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
