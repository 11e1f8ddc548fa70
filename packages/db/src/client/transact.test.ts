import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database-testing.ts';
import type { DatabaseTransaction } from './database.ts';
import { isInTransaction, transact } from './transact.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
	await sql`create table counters (id integer primary key, count integer not null)`.execute(database.db);
	await sql`insert into counters values (1, 0), (2, 0)`.execute(database.db);
});
afterAll(() => database.destroy());

const count = (trx: DatabaseTransaction, id: number) =>
	sql`update counters set count = count + 1 where id = ${id}`.execute(trx);

describe.skipIf(!process.env.TEST_DATABASE_URL)('transactions that wait for each other', () => {
	it('both come to their end, each of them once', async () => {
		let startedCount = 0;
		let holding = 0;
		let done = 0;
		const crossing = async (first: number, second: number) => {
			await transact(database.db, async (trx) => {
				startedCount++;
				// The one that was sent back must not take the row again before the other wakes up and has it.
				while (startedCount > 2 && done === 0) await sleep(5);
				await count(trx, first);
				holding++;
				while (holding < 2) await sleep(5);
				await count(trx, second);
			});
			done++;
		};
		await Promise.all([crossing(1, 2), crossing(2, 1)]);
		expect(startedCount).toBe(3);
		const { rows } = await sql<{ count: number }>`select count from counters`.execute(database.db);
		expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
	});
});

it.skipIf(!process.env.TEST_DATABASE_URL)(
	'runs the work once more after a table was changed, on new connections for all',
	async () => {
		await sql`create table widening (id integer)`.execute(database.db);
		await sql`insert into widening values (1)`.execute(database.db);
		let startedCount = 0;
		/** Two at once, so that each has a connection of its own. */
		const readTwice = async () => {
			const bothRead = Promise.withResolvers<void>();
			let readCount = 0;
			const read = () =>
				transact(database.db, async (trx) => {
					startedCount++;
					const { rows } = await sql`select * from widening where id = ${1}`.execute(trx);
					if (++readCount === 2) bothRead.resolve();
					await bothRead.promise;
					return rows;
				});
			return await Promise.all([read(), read()]);
		};
		expect(await readTwice()).toEqual([[{ id: 1 }], [{ id: 1 }]]);
		await sql`alter table widening add column name text`.execute(database.db);
		startedCount = 0;
		const row = { id: 1, name: null };
		expect(await readTwice()).toEqual([[row], [row]]);
		expect(startedCount).toBeLessThanOrEqual(4);
		startedCount = 0;
		expect(await readTwice()).toEqual([[row], [row]]);
		expect(startedCount).toBe(2);
	},
);

it('rejects at once with what is not a deadlock, and leaves nothing', async () => {
	const counters = () => sql<{ count: number }>`select * from counters order by id`.execute(database.db);
	const before = await counters();
	let startedCount = 0;
	const failing = transact(database.db, async (trx) => {
		startedCount++;
		await count(trx, 1);
		throw new Error('not today');
	});
	await expect(failing).rejects.toThrow('not today');
	expect(startedCount).toBe(1);
	expect((await counters()).rows).toEqual(before.rows);
});

it.each(['40P01', '40001'])('runs the work again after SQLSTATE %s, five times at most', async (code) => {
	let started = 0;
	const conflicting = (conflicts: number) =>
		transact(database.db, async (trx) => {
			started++;
			await count(trx, 1);
			if (started <= conflicts) await sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(trx);
			return started;
		});
	expect(await conflicting(4)).toBe(5);
	started = 0;
	await expect(conflicting(5)).rejects.toMatchObject({ code });
	expect(started).toBe(5);
});

it('tells whether somebody runs inside one', async () => {
	const seen = await transact(database.db, async (trx) => {
		await count(trx, 1);
		return isInTransaction();
	});
	expect([seen, isInTransaction()]).toEqual([true, false]);
});
