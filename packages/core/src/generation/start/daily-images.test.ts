import { findUser } from '@adx/db/repositories/auth/users';
import { listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import { type StartGenerationInput, startGenerationInput } from '@adx/validators/generation/generation-order';
import { describe, expect, it } from 'vitest';
import type { Actor, RequestContext } from '../../platform/context.ts';
import { createPixelEngine } from '../../platform/services-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { countImagesLeftToday } from './daily-images.ts';
import { startGeneration } from './start-generation.ts';

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

let callers = 0;

/** A caller who may order ten images a day, from an address of their own, at the given time of 2026-01-01, UTC. */
const countLeft = async (ctx: RequestContext) => (await countImagesLeftToday(ctx)).imagesLeftToday;

async function callerAt(time: string, actor: Partial<Actor> = {}, dailyGenerationLimit = 10): Promise<RequestContext> {
	const ctx = await test.contextOf(actor);
	callers += 1;
	const address = `10.0.${callers >> 8}.${callers % 256}`;
	return at(time, { ...ctx, address, config: { ...ctx.config, dailyGenerationLimit } });
}

const at = (time: string, ctx: RequestContext): RequestContext => ({
	...ctx,
	clock: () => new Date(time.includes('T') ? time : `2026-01-01T${time}Z`),
});

const countOf = async (ctx: RequestContext) => (await findUser(ctx.db, ctx.actor?.userId ?? ''))?.generatedToday;

describe('the daily limit (AMB-44)', () => {
	it('rejects an order beyond it with the sentence and when to come back, and stores nothing of it (LIM-03)', async () => {
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

	it('says how many images are left, down to none, and all of them again the next day', async () => {
		const ctx = await callerAt('20:58:30', { premium: true });
		expect(await countLeft(ctx)).toBe(10);
		await startGeneration(ctx, orderOf(6));
		expect(await countLeft(ctx)).toBe(4);
		await startGeneration(ctx, orderOf(4));
		expect(await countLeft(ctx)).toBe(0);
		const lowered = { ...ctx, config: { ...ctx.config, dailyGenerationLimit: 2 } };
		expect(await countLeft(lowered)).toBe(0);
		expect(await countLeft(at('2026-01-02T00:00:00.000Z', ctx))).toBe(10);
		expect(await countLeft(await callerAt('10:00:00', {}, 0))).toBeNull();
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

describe('the daily limit of a kind of password and an address', () => {
	const from = async (address: string, actor: Partial<Actor> = {}, time = '21:00:00') => ({
		...(await callerAt(time, { premium: true, ...actor })),
		address,
	});
	const pair = {
		code: 'LIMIT',
		reason: 'daily_limit',
		message:
			'Daily generation limit reached (10 for all who signed in with this kind of password from your network). Resets in 03:00.',
		meta: { retryAfterSeconds: 3 * 3_600 },
	};
	const imagesOfOrigins = async () => {
		const rows = await test.services.db.selectFrom('dailyOrigins').select('images').execute();
		return rows.map(({ images }) => images).toSorted();
	};

	it.each([
		['203.0.113.7', '203.0.113.7', '203.0.113.8'],
		['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'],
		['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.8'],
	])('counts the accounts of %s and %s together, and %s by itself', async (first, same, other) => {
		await startGeneration(await from(first), orderOf(5));
		await startGeneration(await from(same), orderOf(4));
		expect(await countLeft(await from(same))).toBe(1);
		// To the newcomer it says that others have ordered.
		expect(await countImagesLeftToday(await from(same))).toMatchObject({ imagesLeftAreShared: true });
		expect(await countImagesLeftToday(await from(other))).toMatchObject({ imagesLeftAreShared: false });
		expect(await countLeft(await from(other))).toBe(10);
		await expect(startGeneration(await from(same), orderOf(3))).rejects.toMatchObject(pair);
		await startGeneration(await from(same), orderOf(1));
		await startGeneration(await from(other), orderOf(10));
		const rows = await test.services.db.selectFrom('dailyOrigins').selectAll().execute();
		for (const { originHash } of rows) expect(originHash).toMatch(/^[0-9a-f]{64}$/);
		expect(new Set(rows.map(({ originHash }) => originHash)).size).toBe(2);
	});

	it('takes nothing from an account whose address has too little left', async () => {
		await startGeneration(await from('203.0.113.7'), orderOf(10));
		const late = await from('203.0.113.7');
		await expect(startGeneration(late, orderOf(1))).rejects.toMatchObject(pair);
		expect(await countOf(late)).toBe(0);
		await startGeneration({ ...late, address: '203.0.113.8' }, orderOf(10));
	});

	it('takes nothing from an address whose account has too little left', async () => {
		const ctx = await from('203.0.113.7');
		await startGeneration(ctx, orderOf(10));
		expect(await countLeft({ ...ctx, address: '203.0.113.8' })).toBe(0);
		expect(await countImagesLeftToday(ctx)).toEqual({ imagesLeftToday: 0, imagesLeftAreShared: false });
		const elsewhere = { ...ctx, address: '203.0.113.8' };
		await expect(startGeneration(elsewhere, orderOf(1))).rejects.toMatchObject({ reason: 'daily_limit' });
		expect(await imagesOfOrigins()).toEqual([10]);
	});

	it('counts each kind of password by itself, and neither Discord accounts nor emergency access', async () => {
		for (const signedInBy of ['community', 'developer'] as const) {
			await startGeneration(await from('203.0.113.7', { signedInBy }), orderOf(10));
			await expect(startGeneration(await from('203.0.113.7', { signedInBy }), orderOf(1))).rejects.toMatchObject(pair);
		}
		await startGeneration(await from('203.0.113.7', { signedInBy: 'emergency' }), orderOf(10));
		for (const signedInBy of ['discord', 'community'] as const) {
			await startGeneration(await from('203.0.113.7', { signedInBy, isDiscord: true }), orderOf(10));
		}
		const ofToken = { sessionId: null, signedInBy: null, isDiscord: true };
		await startGeneration(await from('203.0.113.7', ofToken), orderOf(10));
		expect(await imagesOfOrigins()).toEqual([10, 10]);
	});

	it('counts a token of an account that signed in with a password as that password', async () => {
		const owner = await from('203.0.113.7', { signedInBy: 'community' });
		await startGeneration(owner, orderOf(5));
		const userId = owner.actor?.userId ?? '';
		const token = await from('203.0.113.7', { userId, sessionId: null, signedInBy: null });
		await startGeneration(token, orderOf(5));
		await expect(startGeneration(await from('203.0.113.7'), orderOf(1))).rejects.toMatchObject(pair);
		expect(await imagesOfOrigins()).toEqual([10]);
	});

	it('resets at 00:00 UTC under another name', async () => {
		await startGeneration(await from('203.0.113.7'), orderOf(10));
		await startGeneration(await from('203.0.113.7', {}, '2026-01-02T00:00:00.000Z'), orderOf(10));
		const rows = await test.services.db.selectFrom('dailyOrigins').select('originHash').execute();
		expect(new Set(rows.map(({ originHash }) => originHash)).size).toBe(2);
	});

	it('keeps no address where there is no limit', async () => {
		await startGeneration(await callerAt('10:00:00', { premium: true }, 0), orderOf(25));
		expect(await imagesOfOrigins()).toEqual([]);
	});

	it('is not exceeded by 50 starts at once of as many accounts, nor by a few that order in turns', async () => {
		const contexts = await Promise.all(Array.from({ length: 50 }, () => from('203.0.113.7')));
		const starts = await Promise.allSettled(contexts.map((ctx) => startGeneration(ctx, orderOf(3))));
		const refused = starts.filter((start) => start.status === 'rejected');
		for (const { reason } of refused) expect(reason).toMatchObject(pair);
		expect(starts.length - refused.length).toBe(3);
		expect(await imagesOfOrigins()).toEqual([9]);
		const two = [await from('203.0.113.9', { signedInBy: 'developer' }), await from('203.0.113.9')];
		const turns = await Promise.allSettled(
			Array.from({ length: 20 }, (_, index) => startGeneration(two[index % 2] as RequestContext, orderOf(1))),
		);
		expect(turns.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
	});
});
