import { afterAll, beforeAll, expect, it } from 'vitest';
import { startJobs } from '../../platform/jobs/define-job.ts';
import { startOutboxSweeper } from '../../platform/jobs/outbox.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { generationJob } from '../run/generation-job.ts';
import { startGeneration } from '../start/start-generation.ts';
import { pauseGeneration, resumeGeneration } from './control-job.ts';

let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({ forge: createPixelEngine() });
});
afterAll(() => test.close());

it('a resumed job is worked on at once, though a message waits for a time that no longer matters', async () => {
	const ctx = await test.contextOf();
	const { jobId } = await startGeneration(ctx, createRequest(2));
	await pauseGeneration(ctx, { jobId });
	const message = { jobId, slot: 0 };
	await ctx.queue.dropDelayed('generation-forge', message);
	expect(await ctx.queue.hasLiveMessage('generation-forge', message)).toBe(true);
	const handlers = await startJobs(ctx, [generationJob]);
	const sweeper = await startOutboxSweeper(ctx, [generationJob]);
	// The first one is handled, finds the job paused and does nothing.
	await expect.poll(() => ctx.queue.hasLiveMessage('generation-forge', message), { timeout: 8_000 }).toBe(false);
	await ctx.queue.send('generation-forge', message, { delaySeconds: 600 });
	await resumeGeneration(ctx, { jobId });
	const phase = async () => (await getGeneration(ctx, { jobId, scope: 'own' })).phase;
	await expect.poll(phase, { timeout: 8_000 }).toBe('done');
	await sweeper.stop();
	await handlers.stop();
});
