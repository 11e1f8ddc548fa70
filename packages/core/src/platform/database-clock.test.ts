import { createDb } from '@adx/db/client/database';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import { keepConnectionBusy, passDatabaseTime } from '@adx/db/testing/time-testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabaseClock } from './database-clock.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

it.skipIf(!process.env.TEST_DATABASE_URL)('goes by the database, and follows when its clock is set', async () => {
	await passDatabaseTime(database.db, 60_000);
	const clock = await startDatabaseClock(database, log, { everyMs: 1 });
	const aheadMs = () => clock.now().getTime() - Date.now();
	expect(Math.abs(aheadMs() - 60_000)).toBeLessThan(5_000);
	await passDatabaseTime(database.db, 3_600_000);
	await expect.poll(aheadMs, { timeout: 15_000 }).toBeGreaterThan(3_600_000);
	await clock.stop();
	expect(Math.abs(aheadMs() - 3_660_000)).toBeLessThan(5_000);
});

it.skipIf(!process.env.TEST_DATABASE_URL)('follows as well where every answer is slow', async () => {
	const handle = await createDb({ databaseUrl: database.databaseUrl!, maxConnections: 1 });
	const clock = await startDatabaseClock(handle, log, { everyMs: 1 });
	const release = keepConnectionBusy(handle.db);
	const before = clock.now().getTime() - Date.now();
	await passDatabaseTime(database.db, 3_600_000);
	await expect.poll(() => clock.now().getTime() - Date.now() - before, { timeout: 30_000 }).toBeGreaterThan(3_590_000);
	await release();
	await clock.stop();
	await handle.destroy();
});

it('is the process’s own where the database is part of it', async () => {
	const clock = await startDatabaseClock({ ...database, kind: 'embedded' }, log);
	expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5_000);
	await clock.stop();
});
