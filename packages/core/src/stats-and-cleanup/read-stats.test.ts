import { touchGenerationJob } from '@adx/db/repositories/generation/job-phases';
import { addPlannedJob, storeImages } from '@adx/db/testing/rows-testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { forgetStats, readStats } from './read-stats.ts';

const test = useTestServices();
let ctx: RequestContext;
let jobId: string;
beforeEach(async () => {
	ctx = await test.contextOf();
	const { job } = await addPlannedJob(ctx.db, ctx.actor!.userId, 4);
	jobId = job.id;
	await storeImages(ctx.db, jobId, 2);
});

const always = { keptFrom: 1, keptMs: 0 };
/** Of an owner whose images are many; the first time they are counted. */
const readTotal = async (limits = always) => (await readStats(ctx, limits)).totalGenerated;

describe('numbers of very many images', () => {
	it('are kept as they were counted until a job of theirs changes', async () => {
		expect(await readTotal()).toBe(2);
		// As nothing in the product does, which counts the job’s version up with it.
		await ctx.db.updateTable('generatedImages').set({ state: 'failed' }).where('state', '=', 'planned').execute();
		const failed = await readStats(ctx, always);
		expect(failed.successRate).toBe(100);
		await touchGenerationJob(ctx.db, jobId);
		expect((await readStats(ctx, always)).successRate).toBe(50);
	});

	it('may lag behind a job that changes all the time', async () => {
		const lagging = { keptFrom: 1, keptMs: 60_000 };
		expect(await readTotal(lagging)).toBe(2);
		await storeImages(ctx.db, jobId, 1);
		await touchGenerationJob(ctx.db, jobId);
		expect(await readTotal(lagging)).toBe(2);
		expect(await readTotal(always)).toBe(3);
	});

	it('are counted afresh after images were deleted', async () => {
		const lagging = { keptFrom: 1, keptMs: 60_000 };
		await readTotal(lagging);
		await storeImages(ctx.db, jobId, 1);
		forgetStats(ctx);
		expect(await readTotal(lagging)).toBe(3);
	});
});

it('numbers of fewer images are those of the moment', async () => {
	expect((await readStats(ctx)).totalGenerated).toBe(2);
	await storeImages(ctx.db, jobId, 1);
	expect((await readStats(ctx)).totalGenerated).toBe(3);
});
