import { deleteOldRateLimits } from '@adx/db/repositories/platform/rate-limits';
import { createTestDatabase, type TestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import { setDatabaseTime } from '@adx/db/testing/time-testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { limitInDatabase, limitInMemory, type RateLimiterOptions } from './rate-limiter.ts';

const minuteMs = 60_000;
const secretKey = new Uint8Array(32).fill(7);
let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(() => truncateAll(database.db));
afterAll(() => database.destroy());

async function refusalOf(work: () => Promise<unknown>): Promise<AppError | null> {
	try {
		await work();
		return null;
	} catch (error) {
		if (error instanceof AppError) return error;
		throw error;
	}
}

type Place = 'memory' | 'rows';

/** A limiter of five tries, and a clock that only the test moves. */
async function limiterIn(place: Place, options: Partial<RateLimiterOptions> = {}, startMs = Date.UTC(2026, 0, 1)) {
	let nowMs = startMs;
	const setTime = async () => {
		if (place === 'rows') await setDatabaseTime(database.db, new Date(nowMs));
	};
	await setTime();
	const limit = place === 'rows' ? limitInDatabase(database.db, secretKey) : limitInMemory(() => new Date(nowMs));
	return {
		limiter: limit({ name: 'a test', triesMax: 5, what: 'wrong passwords', ...options }),
		pass: async (ms: number) => {
			nowMs += ms;
			await setTime();
		},
	};
}

describe.each(['memory', 'rows'] as const)('a limiter that counts in %s', (place) => {
	it('lets five tries through and rejects the sixth with the seconds until the oldest is 15 minutes old', async () => {
		const { limiter, pass } = await limiterIn(place);
		for (let tries = 0; tries < 5; tries += 1) {
			await limiter.begin('developer', '10.0.0.1');
			await pass(minuteMs);
		}
		const refusal = await refusalOf(() => limiter.begin('developer', '10.0.0.1'));
		expect(refusal).toMatchObject({ code: 'LIMIT', reason: 'too_many_tries', meta: { retryAfterSeconds: 600 } });
		expect(refusal?.message).toBe('Too many wrong passwords. Try again in 10 minutes.');
		await pass(10 * minuteMs - 1);
		expect((await refusalOf(() => limiter.begin('developer', '10.0.0.1')))?.meta.retryAfterSeconds).toBe(1);
		await pass(1);
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).toBeNull();
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
	});

	it('counts within a shorter time where one is given', async () => {
		const { limiter, pass } = await limiterIn(place, { windowMs: minuteMs });
		for (let tries = 0; tries < 5; tries += 1) await limiter.begin('mint', 'a user');
		await pass(minuteMs - 1);
		expect((await refusalOf(() => limiter.begin('mint', 'a user')))?.meta.retryAfterSeconds).toBe(1);
		expect(await refusalOf(() => limiter.begin('mint', 'another'))).toBeNull();
		await pass(1);
		expect(await refusalOf(() => limiter.begin('mint', 'a user'))).toBeNull();
	});

	it('counts each kind and each address by itself', async () => {
		const { limiter } = await limiterIn(place);
		for (let tries = 0; tries < 5; tries += 1) await limiter.begin('developer', '10.0.0.1');
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.2'))).toBeNull();
		expect(await refusalOf(() => limiter.begin('premium', '10.0.0.1'))).toBeNull();
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
	});

	it('takes a try back that was right, once', async () => {
		const { limiter } = await limiterIn(place);
		for (let tries = 0; tries < 20; tries += 1) await (await limiter.begin('developer', '10.0.0.1'))();
		for (let tries = 0; tries < 4; tries += 1) await limiter.begin('developer', '10.0.0.1');
		const takeBack = await limiter.begin('developer', '10.0.0.1');
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
		await takeBack();
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).toBeNull();
	});

	it('takes the latest try back from another call', async () => {
		const { limiter } = await limiterIn(place);
		expect(await limiter.takeBack('developer', '10.0.0.1')).toBe(false);
		for (let tries = 0; tries < 20; tries += 1) {
			await limiter.begin('developer', '10.0.0.1');
			expect(await limiter.takeBack('developer', '10.0.0.1')).toBe(true);
		}
		expect(await limiter.takeBack('developer', '10.0.0.1')).toBe(false);
		for (let tries = 0; tries < 5; tries += 1) await limiter.begin('developer', '10.0.0.1');
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
	});

	it('tells without counting whether another try counts, and reports the first refusal of a window', async () => {
		const refused: string[] = [];
		const onRefused = (subject: string, address: string) => void refused.push(`${subject} ${address}`);
		const { limiter, pass } = await limiterIn(place, { onRefused });
		for (let checks = 0; checks < 20; checks += 1) await limiter.check('developer', '10.0.0.1');
		for (let tries = 0; tries < 5; tries += 1) await limiter.begin('developer', '10.0.0.1');
		for (const call of [limiter.check, limiter.begin, limiter.check]) {
			expect(await refusalOf(() => call('developer', '10.0.0.1'))).toMatchObject({ meta: { retryAfterSeconds: 900 } });
		}
		expect(refused).toEqual(['developer 10.0.0.1']);
		await pass(15 * minuteMs);
		await limiter.check('developer', '10.0.0.1');
		for (let tries = 0; tries < 5; tries += 1) await limiter.begin('developer', '10.0.0.1');
		expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
		expect(refused).toHaveLength(2);
	});

	it.each([
		['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
		['2001:DB8::5', '2001:0db8:0:0:1::'],
		['::ffff:10.0.0.9', '10.0.0.9'],
		['fe80::1%eth0', 'fe80::2'],
	])('counts %s and %s as one network', async (first, second) => {
		const { limiter } = await limiterIn(place);
		for (let tries = 0; tries < 5; tries += 1) await limiter.begin('developer', first);
		expect(await refusalOf(() => limiter.begin('developer', second))).not.toBeNull();
	});

	it('never lets more than five tries of one key through in any 15 minutes', async () => {
		const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 * minuteMs }), fc.constantFrom('a', 'b')), {
			maxLength: place === 'rows' ? 30 : 80,
		});
		let run = 0;
		await fc.assert(
			fc.asyncProperty(steps, async (tries) => {
				run += 1;
				const startMs = Date.UTC(2026, 0, run);
				const { limiter, pass } = await limiterIn(place, { name: `run ${run}` }, startMs);
				let nowMs = startMs;
				const passedAt: Record<string, number[]> = { a: [], b: [] };
				for (const [waitMs, address] of tries) {
					await pass(waitMs);
					nowMs += waitMs;
					if ((await refusalOf(() => limiter.begin('admin', address))) === null) passedAt[address]?.push(nowMs);
				}
				for (const times of Object.values(passedAt)) {
					for (const at of times) {
						expect(times.filter((each) => each > at - 15 * minuteMs && each <= at).length).toBeLessThanOrEqual(5);
					}
				}
			}),
			{ numRuns: place === 'rows' ? 10 : 100 },
		);
	});

	it('lets five of many tries through that come in at the same moment', async () => {
		const { limiter } = await limiterIn(place);
		const tries = Array.from({ length: 40 }, () => refusalOf(() => limiter.begin('developer', '10.0.0.1')));
		expect((await Promise.all(tries)).filter((refusal) => refusal === null)).toHaveLength(5);
	});
});

describe('limiters of several processes', () => {
	it('count together in rows, each kind of limiter by itself, and say nothing of who came', async () => {
		const [first, second] = [await limiterIn('rows'), await limiterIn('rows')];
		for (let tries = 0; tries < 3; tries += 1) await first.limiter.begin('developer', '10.0.0.1');
		for (let tries = 0; tries < 2; tries += 1) await second.limiter.begin('developer', '10.0.0.1');
		for (const { limiter } of [first, second]) {
			expect(await refusalOf(() => limiter.begin('developer', '10.0.0.1'))).not.toBeNull();
		}
		const other = await limiterIn('rows', { name: 'another' });
		expect(await refusalOf(() => other.limiter.begin('developer', '10.0.0.1'))).toBeNull();
		const rows = await database.db.selectFrom('rateLimits').selectAll().execute();
		expect(rows).toHaveLength(2);
		expect(JSON.stringify(rows)).not.toContain('10.0.0.1');
	});

	it('forget who has not tried for long', async () => {
		const { limiter, pass } = await limiterIn('rows');
		await limiter.begin('developer', '10.0.0.1');
		await pass(15 * minuteMs);
		await limiter.begin('developer', '10.0.0.2');
		expect(await deleteOldRateLimits(database.db, 15 * minuteMs)).toBe(0);
		await pass(1);
		expect(await deleteOldRateLimits(database.db, 15 * minuteMs)).toBe(1);
	});
});
