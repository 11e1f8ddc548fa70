import { listImages } from '@adx/db/repositories/generation/generated-images';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Services } from '../../platform/context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest, createScriptedEngine } from '../generation-testing.ts';
import { startGeneration } from '../start/start-generation.ts';
import { runGeneration } from './run-generation.ts';

// Workers whose machines' clocks are far apart.

const aheadMs = 60_000;
/** What a worker with two drawing threads takes at once. */
const sliceImages = 16;
const drawn: string[] = [];
const painter = createScriptedEngine();
let hold = Promise.withResolvers<void>();
let isHeld = Promise.withResolvers<void>();
let test: TestServices;

beforeAll(async () => {
	const forge = createPixelEngine(async ({ imageSeed }) => {
		drawn.push(imageSeed);
		isHeld.resolve();
		await hold.promise;
	});
	test = await createTestServices({ forge, gemini: painter.engine });
});
beforeEach(async () => {
	drawn.length = 0;
	hold = Promise.withResolvers();
	isHeld = Promise.withResolvers();
	await test.clear();
});
afterAll(() => test.close());

const withClock = (services: Services, ms: number) => ({ ...services, clock: () => new Date(Date.now() + ms) });
const run = (services: Services, jobId: string) =>
	runGeneration(services, { jobId, slot: 0 }, new AbortController().signal);

it.each([aheadMs, -aheadMs])(
	'a worker whose clock is %i ms off draws nothing that another one holds at the same time',
	async (ms) => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId } = await startGeneration(ctx, createRequest(40));
		const first = run(ctx, jobId);
		await isHeld.promise;
		const second = run(withClock(ctx, ms), jobId);
		await expect.poll(() => drawn.length, { timeout: 15_000 }).toBe(2 * sliceImages);
		hold.resolve();
		await Promise.all([first, second]);
		while ((await listImages(ctx.db, jobId)).some(({ state }) => state === 'planned')) await run(ctx, jobId);
		expect(new Set(drawn).size).toBe(40);
		expect(drawn).toHaveLength(40);
	},
);

it('what one worker puts off no other takes up before its time, whatever its clock says', async () => {
	const ctx = await test.contextOf();
	const { jobId } = await startGeneration(ctx, createRequest(1));
	await ctx.db
		.updateTable('generatedImages')
		.set({ notBefore: new Date(Date.now() + aheadMs / 2) })
		.where('jobId', '=', jobId)
		.execute();
	await run(withClock(ctx, aheadMs), jobId);
	expect(drawn).toEqual([]);
});

it('a key whose calls are blocked is called by nobody, whatever their clock says', async () => {
	painter.script(() => {});
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(1, 'AIza-skewed'));
	const { apiKeyId } = await ctx.db
		.selectFrom('generationJobs')
		.select('apiKeyId')
		.where('id', '=', jobId)
		.executeTakeFirstOrThrow();
	const now = new Date();
	const blockedUntil = new Date(now.getTime() + aheadMs / 2);
	const key = { id: apiKeyId!, ratePerMinute: 600, tokens: 1, refilledAt: now, grownAt: now, blockedUntil };
	await ctx.db.insertInto('engineKeys').values(key).execute();
	await run(withClock(ctx, aheadMs), jobId);
	expect(painter.calls).toEqual([]);
});
