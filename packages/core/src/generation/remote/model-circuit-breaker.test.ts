import { createTestDatabase, type TestDatabase, truncateAll } from '@adx/db/testing/database-testing';
import { setDatabaseTime } from '@adx/db/testing/time-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getBreakerWaitMs, recordSuccess, recordTransient } from './model-circuit-breaker.ts';

let database: TestDatabase;
let nowMs = 0;

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(async () => {
	nowMs = Date.UTC(2026, 0, 1);
	await truncateAll(database.db);
	await setTime();
});

const services = () => ({ db: database.db });
const setTime = () => setDatabaseTime(database.db, new Date(nowMs));
async function fail(times: number, everyMs = 0, model = 'a-model') {
	for (let count = 0; count < times; count++) {
		nowMs += everyMs;
		await setTime();
		await recordTransient(services(), model);
	}
}
async function wait(model = 'a-model') {
	await setTime();
	return getBreakerWaitMs(services(), model);
}

describe('the breaker of a model', () => {
	it('stops calls for 30 s at the fifth failure within 60 s, of that model only', async () => {
		await fail(4, 10_000);
		expect(await wait()).toBe(0);
		await fail(1, 10_000);
		expect(await wait()).toBe(30_000);
		expect(await wait('another-model')).toBe(0);
		nowMs += 29_999;
		expect(await wait()).toBe(1);
		nowMs += 1;
		expect(await wait()).toBe(0);
	});

	it('ignores failures that are further apart', async () => {
		await fail(20, 15_001);
		expect(await wait()).toBe(0);
	});

	it('stops calls again at the next failure, until one succeeds', async () => {
		await fail(5);
		await fail(3, 1_000);
		expect(await wait()).toBe(27_000);
		nowMs += 27_000;
		await fail(1);
		expect(await wait()).toBe(30_000);
		await recordSuccess(services(), 'a-model');
		expect(await wait()).toBe(0);
		await fail(4);
		expect(await wait()).toBe(0);
	});

	it('forgets when nothing failed for a minute after a stop', async () => {
		await fail(5);
		nowMs += 90_000;
		await fail(4);
		expect(await wait()).toBe(0);
	});
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with many connections', () => {
	it('counts every failure that comes in at the same moment', async () => {
		await Promise.all(Array.from({ length: 4 }, () => recordTransient(services(), 'a-model')));
		expect(await wait()).toBe(0);
		await Promise.all(Array.from({ length: 8 }, () => recordTransient(services(), 'a-model')));
		expect(await wait()).toBe(30_000);
	});
});
