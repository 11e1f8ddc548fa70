import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findUser, insertUser } from '../repositories/auth/users.ts';
import { type DatabaseLink, openDatabaseLink } from '../testing/database-link-testing.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../testing/database-testing.ts';
import { createDb, type Database, type DatabaseHandle } from './database.ts';
import { isConnectionError } from './database-errors.ts';

describe.skipIf(!process.env.TEST_DATABASE_URL)('a server that breaks connections', () => {
	let database: TestDatabase;
	let link: DatabaseLink;
	let handle: DatabaseHandle;

	beforeAll(async () => {
		database = await createTestDatabase();
		link = await openDatabaseLink(database.databaseUrl!);
		handle = await createDb({ databaseUrl: link.databaseUrl, maxConnections: 2 });
	});
	afterAll(async () => {
		await handle.destroy();
		await link.close();
		await database.destroy();
	});
	beforeEach(() => truncateAll(database.db));

	const backendOf = async (db: Database) => {
		const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
		return rows[0]!.pid;
	};
	const endBackend = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(database.db);
	const errorOf = (promise: Promise<unknown>) =>
		promise.then(
			() => undefined,
			(error: unknown) => error,
		);

	test('a query that is cut off rejects, and the next ones go through', async () => {
		const sleeping = errorOf(sql`select pg_sleep(20)`.execute(handle.db));
		await untilServerRuns(database.db, 'pg_sleep(20)');
		link.cut();
		expect(isConnectionError(await sleeping)).toBe(true);
		expect(await Promise.all([1, 2, 3].map(() => backendOf(handle.db)))).toHaveLength(3);
	});

	test('a transaction whose connection ended between two statements rejects and stores nothing', async () => {
		const transaction = handle.db.transaction().execute(async (trx) => {
			await insertUser(trx, { id: 'first' });
			await endBackend(await backendOf(trx));
			await new Promise((resolve) => setTimeout(resolve, 100));
			// Others take up the place of the lost connection meanwhile.
			await Promise.all([backendOf(handle.db), insertUser(handle.db, { id: 'other' })]);
			await insertUser(trx, { id: 'second' });
		});
		expect(isConnectionError(await errorOf(transaction))).toBe(true);
		expect(await findUser(database.db, 'first')).toBeUndefined();
		expect(await findUser(database.db, 'second')).toBeUndefined();
		expect(await findUser(database.db, 'other')).toBeDefined();
	});

	test('a transaction that ends its own connection rejects, also without a pause', async () => {
		const transaction = handle.db.transaction().execute(async (trx) => {
			await insertUser(trx, { id: 'first' });
			await endBackend(await backendOf(trx));
			await insertUser(trx, { id: 'second' });
		});
		expect(isConnectionError(await errorOf(transaction))).toBe(true);
		expect(await findUser(database.db, 'first')).toBeUndefined();
		expect(await backendOf(handle.db)).toBeGreaterThan(0);
	});

	test('while the server is away queries reject at once; when it is back they go through', async () => {
		await link.close();
		const errors = await Promise.all([1, 2, 3, 4, 5].map(() => errorOf(backendOf(handle.db))));
		expect(errors.map(isConnectionError)).toEqual([true, true, true, true, true]);
		await link.reopen();
		expect(await backendOf(handle.db)).toBeGreaterThan(0);
	});

	test('a connection that failed is not handed out again, also before its socket is closed', async () => {
		for (let round = 0; round < 20; round += 1) {
			await link.close();
			await Promise.all([1, 2, 3].map(() => errorOf(backendOf(handle.db))));
			await link.reopen();
			expect(await backendOf(handle.db)).toBeGreaterThan(0);
		}
	});

	test('a rollback that cannot be sent leaves the error that led to it', async () => {
		const problem = new Error('mine');
		const transaction = handle.db.transaction().execute(async (trx) => {
			await endBackend(await backendOf(trx));
			await new Promise((resolve) => setTimeout(resolve, 100));
			throw problem;
		});
		expect(await errorOf(transaction)).toBe(problem);
	});

	test('a connection keeps nothing of the queries that it has answered', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const heldAfter = async (queries: number) => {
			for (let done = 0; done < queries; done += 1) await sql`select 1`.execute(handle.db);
			collectGarbage();
			return process.memoryUsage().heapUsed;
		};
		const before = await heldAfter(2_000);
		// 256 bytes of each would be 2.5 MB.
		expect((await heldAfter(10_000)) - before).toBeLessThan(1_000_000);
	});

	test('more queries than connections wait for their turn', async () => {
		const pids = await Promise.all(Array.from({ length: 40 }, () => backendOf(handle.db)));
		expect(new Set(pids).size).toBeLessThanOrEqual(2);
	});
});

async function untilServerRuns(db: Database, text: string): Promise<void> {
	for (;;) {
		const { rows } = await sql`
			select 1 from pg_stat_activity
			where pid <> pg_backend_pid() and state = 'active' and query like ${`%${text}%`}`.execute(db);
		if (rows.length > 0) return;
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
