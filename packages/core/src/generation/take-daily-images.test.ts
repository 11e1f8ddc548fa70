import { listGenerationJobs } from '@adx/db/repositories/generation-jobs';
import { findUser } from '@adx/db/repositories/users';
import { type StartGenerationInput, startGenerationInput } from '@adx/validators/generation';
import { describe, expect, it } from 'vitest';
import type { Actor, RequestContext } from '../context.ts';
import { createPixelEngine } from '../testing.ts';
import { useTestServices } from '../use-services-testing.ts';
import { startGeneration } from './start.ts';

const test = useTestServices({ forge: createPixelEngine() });

const orderOf = (batchSize: number): StartGenerationInput =>
	startGenerationInput.parse({
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		engine: 'forge',
		batchSize,
	});

/** A caller who may order ten images a day, at the given time of 2026-01-01, UTC. */
async function callerAt(time: string, actor: Partial<Actor> = {}, dailyGenerationLimit = 10): Promise<RequestContext> {
	const ctx = await test.contextOf(actor);
	return at(time, { ...ctx, config: { ...ctx.config, dailyGenerationLimit } });
}

const at = (time: string, ctx: RequestContext): RequestContext => ({
	...ctx,
	clock: () => new Date(time.includes('T') ? time : `2026-01-01T${time}Z`),
});

const countOf = async (ctx: RequestContext) => (await findUser(ctx.db, ctx.actor?.userId ?? ''))?.generatedToday;

describe('AMB-44 the daily limit', () => {
	it('LIM-03 rejects an order beyond it with the sentence and when to come back, and stores nothing of it', async () => {
		const ctx = await callerAt('20:58:30');
		await startGeneration(ctx, orderOf(5));
		await startGeneration(ctx, orderOf(4));
		await expect(startGeneration(ctx, orderOf(3))).rejects.toMatchObject({
			code: 'LIMIT',
			reason: 'daily_limit',
			message: 'Daily generation limit reached (10). Resets in 03:02.',
			meta: { retryAfterSeconds: 3 * 3_600 + 90 },
		});
		expect(await listGenerationJobs(ctx.db, 'all')).toHaveLength(2);
		expect(await countOf(ctx)).toBe(9);
		await startGeneration(ctx, orderOf(1));
	});

	it.each([
		['00:00:00.000', '24:00'],
		['00:00:00.001', '24:00'],
		['12:00:00', '12:00'],
		['23:59:00', '00:01'],
		['23:59:59.999', '00:01'],
	])('at %s it resets in %s', async (time, left) => {
		const ctx = await callerAt(time, {}, 2);
		await expect(startGeneration(ctx, orderOf(3))).rejects.toMatchObject({
			message: `Daily generation limit reached (2). Resets in ${left}.`,
		});
	});

	it('resets at 00:00 UTC', async () => {
		const ctx = await callerAt('23:59:59.999');
		await startGeneration(ctx, orderOf(5));
		await startGeneration(ctx, orderOf(5));
		await expect(startGeneration(ctx, orderOf(1))).rejects.toMatchObject({ reason: 'daily_limit' });
		const tomorrow = at('2026-01-02T00:00:00.000Z', ctx);
		await startGeneration(tomorrow, orderOf(5));
		expect(await countOf(ctx)).toBe(5);
	});

	it('counts developers like everybody, each user alone', async () => {
		const developer = await callerAt('10:00:00', { role: 'developer' });
		await startGeneration(developer, orderOf(10));
		await expect(startGeneration(developer, orderOf(1))).rejects.toMatchObject({ reason: 'daily_limit' });
		await startGeneration(await callerAt('10:00:00'), orderOf(5));
	});

	it('is none at 0, and the images are counted all the same', async () => {
		const ctx = await callerAt('10:00:00', { premium: true }, 0);
		await startGeneration(ctx, orderOf(25));
		expect(await countOf(ctx)).toBe(25);
	});

	it('counts an order once that is sent twice under one Idempotency-Key', async () => {
		const first = await test.contextOf({}, 'once');
		await startGeneration(first, orderOf(5));
		await startGeneration(first, orderOf(5));
		expect(await countOf(first)).toBe(5);
	});

	it('is not exceeded by 50 starts at once (bad input 27)', async () => {
		const ctx = await callerAt('10:00:00');
		const starts = await Promise.allSettled(Array.from({ length: 50 }, () => startGeneration(ctx, orderOf(3))));
		const refused = starts.filter((start) => start.status === 'rejected');
		for (const { reason } of refused) expect(reason).toMatchObject({ reason: 'daily_limit' });
		expect(starts.length - refused.length).toBe(3);
		expect(await listGenerationJobs(ctx.db, 'all')).toHaveLength(3);
		expect(await countOf(ctx)).toBe(9);
	});
});
