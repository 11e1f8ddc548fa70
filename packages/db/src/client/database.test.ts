import { AbortedTransactionError, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertUser } from '../repositories/auth/users.ts';
import { toJsonb } from '../schema/column-types.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../testing/database-testing.ts';
import { secondsAfterStart } from '../testing/rows-testing.ts';
import { createDb } from './database.ts';
import { isConnectionError, isUniqueViolation } from './database-errors.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

describe('values are the same on both databases', () => {
	test('a 64-bit integer and a count are numbers', async () => {
		const { rows } = await sql`select 5000000000::int8 as big, count(*) as count from users`.execute(database.db);
		expect(rows).toEqual([{ big: 5_000_000_000, count: 0 }]);
	});

	test('a day is text, a moment is a Date', async () => {
		const { rows } =
			await sql`select '2026-02-03'::date as day, ${secondsAfterStart(1.5)}::timestamptz as moment`.execute(
				database.db,
			);
		expect(rows).toEqual([{ day: '2026-02-03', moment: secondsAfterStart(1.5) }]);
	});

	test.each([
		['an object', { Key: 1, snake_key: { nestedKey: [true, null, 1.5] } }],
		['a list', ['a', 'b']],
		['an empty list', []],
		['text', 'a "quoted" ünïcode \u2028 text'],
		['a number', 1e-7],
	])('%s is stored in jsonb as itself', async (_, value) => {
		const { db } = database;
		const query = sql<{ kind: string; stored: unknown }>`
			select jsonb_typeof(v) as kind, v as stored from (select ${toJsonb(value)} as v) as t`;
		const { rows } = await query.execute(db);
		const kind = Array.isArray(value) ? 'array' : typeof value;
		expect(rows).toEqual([{ kind, stored: value }]);
	});

	test('a violated constraint is told by its name', async () => {
		const { db } = database;
		await insertUser(db, { id: 'same' });
		const error = await insertUser(db, { id: 'same' }).catch((error: unknown) => error);
		expect(isUniqueViolation(error)).toBe(true);
		expect(isUniqueViolation(error, 'users_pkey')).toBe(true);
		expect(isUniqueViolation(error, 'users_discord_id_key')).toBe(false);
		expect(isConnectionError(error)).toBe(false);
		expect(isUniqueViolation(new Error('users_pkey'))).toBe(false);
	});
});

describe('transactions', () => {
	test('keep nothing when their callback throws, and throw the same', async () => {
		const { db } = database;
		const problem = new Error('mine');
		const failing = db.transaction().execute(async (trx) => {
			await insertUser(trx, { id: 'a' });
			throw problem;
		});
		await expect(failing).rejects.toBe(problem);
		expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
	});

	test('rejects the commit after a statement failed, even when its error was caught', async () => {
		const { db } = database;
		const committing = db.transaction().execute(async (trx) => {
			await insertUser(trx, { id: 'a' });
			await insertUser(trx, { id: 'a' }).catch(() => undefined);
		});
		await expect(committing).rejects.toBeInstanceOf(AbortedTransactionError);
		expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
	});

	test('many at once take turns', async () => {
		const { db } = database;
		const ids = Array.from({ length: 30 }, (_, index) => `user-${index}`);
		await Promise.all(ids.map((id) => db.transaction().execute((trx) => insertUser(trx, { id }))));
		expect(await db.selectFrom('users').select('id').execute()).toHaveLength(30);
	});
});

test('rejects options that name no database', async () => {
	await expect(createDb({})).rejects.toThrow('databaseUrl or a dataDir');
});

test('a server that does not answer is a connection error, at the query', async () => {
	// Port 1 of the loopback: nobody listens there.
	const handle = await createDb({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
	const error = await sql`select 1`.execute(handle.db).catch((error: unknown) => error);
	expect(isConnectionError(error)).toBe(true);
	await handle.destroy();
});
