import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database-testing.ts';
import { recordTry, removeTry } from './rate-limits.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

it('takes back a try of any microsecond', async () => {
	const { db } = database;
	const limit = { key: 'caller', triesMax: 5, windowMs: 60_000 };
	await recordTry(db, limit, randomUUID());
	await sql`update rate_limits set tries = array[date_trunc('second', now()) + interval '123456 microseconds']`.execute(
		db,
	);
	const { rows } = await sql<{ at: string }>`select tries[1]::text as at from rate_limits`.execute(db);
	expect(await removeTry(db, limit.key, rows[0]!.at)).toBe(true);
	expect(await removeTry(db, limit.key, 'latest')).toBe(false);
});
