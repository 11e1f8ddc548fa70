import { deleteIdleEngineKeys, listKeyLeases } from '@adx/db/repositories/generation/remote-call-limits';
import { createTestDatabase, type TestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import { setDatabaseTime } from '@adx/db/testing/time-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as leases from './key-leases.ts';

let database: TestDatabase;
let nowMs = 0;
const startMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => {
	nowMs = startMs;
	return truncateAll(database.db);
});

const servicesAt = (ratePerMinute: number) => ({
	db: database.db,
	limits: { ratePerMinute, callsAtOnce: 2 },
});
const { releaseLease, toKeyId } = leases;
const key = toKeyId(new Uint8Array(32), 'AIzaSomeKey');

/** At the test's time, by the database's clock. */
const timed =
	<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
	async (...args: Args): Promise<Result> => {
		await setDatabaseTime(database.db, new Date(nowMs));
		return work(...args);
	};
const acquireLease = timed(leases.acquireLease);
const throttleKey = timed(leases.throttleKey);

/** Calls one after the other, each over at once, until `untilMs` of the test's clock; returns when they began. */
async function callUntil(services: ReturnType<typeof servicesAt>, untilMs: number): Promise<number[]> {
	const startedAt: number[] = [];
	while (nowMs < untilMs) {
		const taken = await acquireLease(services, key, { alone: false });
		if ('waitMs' in taken) {
			expect(taken.waitMs).toBeGreaterThan(0);
			nowMs += taken.waitMs;
			continue;
		}
		startedAt.push(nowMs);
		await releaseLease(services, taken.leaseId);
	}
	return startedAt;
}

/** A lease at a time when there must be one. */
async function mustTake(services: ReturnType<typeof servicesAt>, options = { alone: false }, keyId = key) {
	const taken = await acquireLease(services, keyId, options);
	if ('waitMs' in taken) throw new Error(`no lease for ${taken.waitMs} ms`);
	return taken.leaseId;
}

describe('the leases of a key', () => {
	it('spreads calls evenly over the minute, at the configured rate', async () => {
		const startedAt = await callUntil(servicesAt(10), startMs + 54_001);
		expect(startedAt.map((at) => at - startMs)).toEqual([
			0, 6_000, 12_000, 18_000, 24_000, 30_000, 36_000, 42_000, 48_000, 54_000,
		]);
	});

	it('grows by a tenth a minute while it is used, and not by lying idle', async () => {
		const services = servicesAt(5);
		const startedAt = await callUntil(services, startMs + 6 * 60_000);
		const perMinute = Array.from({ length: 6 }, (_, minute) => {
			const isIn = (at: number) => Math.floor((at - startMs) / 60_000) === minute;
			return startedAt.filter(isIn).length;
		});
		expect(perMinute[0]).toBe(5);
		for (const [minute, calls] of perMinute.entries()) expect(calls).toBeLessThanOrEqual(5 * 1.1 ** minute + 1);
		expect(perMinute[5]).toBeGreaterThanOrEqual(7);

		const idle = servicesAt(6);
		await releaseLease(idle, await mustTake(idle, { alone: false }, 'idle'));
		nowMs += 24 * 3_600_000;
		await releaseLease(idle, await mustTake(idle, { alone: false }, 'idle'));
		expect(await acquireLease(idle, 'idle', { alone: false })).toEqual({ waitMs: Math.ceil(60_000 / 6.6) });
	});

	it('lets two calls run at once and frees a lease when one ends', async () => {
		const services = servicesAt(60_000);
		const first = await mustTake(services);
		nowMs += 1;
		await mustTake(services);
		nowMs += 1;
		expect(await acquireLease(services, key, { alone: false })).toEqual({ waitMs: 250 });
		await releaseLease(services, first);
		await releaseLease(services, first);
		await mustTake(services);
	});

	it('frees what a killed process held after 40 s', async () => {
		const services = servicesAt(60_000);
		await mustTake(services);
		nowMs += 1;
		await mustTake(services);
		nowMs += 39_900;
		expect(await acquireLease(services, key, { alone: false })).toEqual({ waitMs: 99 });
		nowMs += 99;
		await mustTake(services);
		expect(await listKeyLeases(services.db, key)).toHaveLength(2);
	});

	it('lets one first call of a job run at a time, beside the later calls of another', async () => {
		const services = servicesAt(60_000);
		await mustTake(services, { alone: false });
		nowMs += 1;
		const first = await mustTake(services, { alone: true });
		await releaseLease(services, first);
		nowMs += 1;
		await mustTake(services, { alone: true });
		nowMs += 1;
		await mustTake(services, { alone: true }, 'another');
		nowMs += 1;
		expect(await acquireLease(services, 'another', { alone: true })).toEqual({ waitMs: 250 });
		await mustTake(services, { alone: false }, 'another');
	});

	it('halves the rate once per moment of throttling and blocks the key for as long as asked, for every job', async () => {
		const services = servicesAt(60);
		const leases = [await mustTake(services)];
		nowMs += 1_000;
		leases.push(await mustTake(services));
		await throttleKey(services, key, { waitMs: 20_000 });
		nowMs += 1_000;
		await throttleKey(services, key, { waitMs: 10_000 });
		for (const leaseId of leases) await releaseLease(services, leaseId);
		expect(await acquireLease(services, key, { alone: false })).toEqual({ waitMs: 19_000 });
		await throttleKey(services, key, { waitMs: 25_000 });
		expect(await acquireLease(services, key, { alone: true })).toEqual({ waitMs: 25_000 });
		nowMs += 25_000;
		await releaseLease(services, await mustTake(services));
		expect(await acquireLease(services, key, { alone: false })).toEqual({ waitMs: 2_000 });
	});

	it('never falls below one call a minute, and other keys go on', async () => {
		const services = servicesAt(3);
		for (let times = 0; times < 5; times++) {
			await throttleKey(services, key, { waitMs: 1_000 });
			nowMs += 1_000;
		}
		await releaseLease(services, await mustTake(services));
		expect(await acquireLease(services, key, { alone: false })).toEqual({ waitMs: 60_000 });
		await mustTake(services, { alone: false }, 'another');
	});
});

it('forgets keys that nobody has called with for long, and their leases', async () => {
	const services = servicesAt(60_000);
	await mustTake(services, { alone: false }, 'idle');
	nowMs += 1_000;
	await mustTake(services, { alone: false }, 'used');
	expect(await deleteIdleEngineKeys(services.db, 500)).toBe(1);
	expect(await listKeyLeases(services.db, 'idle')).toEqual([]);
	expect(await listKeyLeases(services.db, 'used')).toHaveLength(1);
});

describe('toKeyId', () => {
	it('is the same for the same key and secret only, and tells nothing of the key', () => {
		expect(key).toMatch(/^[0-9a-f]{64}$/);
		expect(toKeyId(new Uint8Array(32), 'AIzaSomeKey')).toBe(key);
		expect(toKeyId(new Uint8Array(32), 'AIzaSomeKez')).not.toBe(key);
		expect(toKeyId(new Uint8Array(32).fill(1), 'AIzaSomeKey')).not.toBe(key);
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	it('gives no more leases at once than two, and only as many as the rate allows', async () => {
		const services = servicesAt(60_000);
		for (let round = 0; round < 5; round++) {
			nowMs += 1;
			const taken = await Promise.all(Array.from({ length: 12 }, () => acquireLease(services, key, { alone: false })));
			expect(taken.filter((each) => 'leaseId' in each)).toHaveLength(round < 2 ? 1 : 0);
		}
		nowMs += 40_000;
		const alone = await Promise.all(Array.from({ length: 12 }, () => acquireLease(services, 'new', { alone: true })));
		expect(alone.filter((each) => 'leaseId' in each)).toHaveLength(1);
	});

	it('halves the rate once when many refusals come in together', async () => {
		const services = servicesAt(64);
		await Promise.all(Array.from({ length: 8 }, () => throttleKey(services, key, { waitMs: 1_000 })));
		nowMs += 1_000;
		await releaseLease(services, await mustTake(services));
		expect(await acquireLease(services, key, { alone: false })).toEqual({ waitMs: Math.ceil(60_000 / 32) });
	});
});
