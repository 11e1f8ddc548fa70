import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDb, type Database } from '../client/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database-testing.ts';
import { migrations } from './list.ts';
import { listPendingMigrations, migrateTo, migrateToLatest, NewerDatabaseError } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());

test('runs every migration once, in the order of their names', async () => {
	const dataDir = mkdtempSync(join(tmpdir(), 'adx-migrate-'));
	const { db, destroy } = await createDb({ dataDir });
	expect(await migrateToLatest(db)).toEqual(Object.keys(migrations).toSorted());
	expect(await migrateToLatest(db)).toEqual([]);
	await destroy();
	rmSync(dataDir, { recursive: true });
});

test('names the migrations that a database lacks, and none that only others know', async () => {
	const { db } = database;
	expect(await listPendingMigrations(db)).toEqual([]);
	const [last] = Object.keys(migrations).slice(-1);
	await sql`update kysely_migration set name = '9999-from-the-future' where name = ${last}`.execute(db);
	expect(await listPendingMigrations(db)).toEqual([last]);
	await sql`update kysely_migration set name = ${last} where name = '9999-from-the-future'`.execute(db);
});

test('rejects a database that a newer version migrated', async () => {
	const { db } = database;
	const addUnknown = sql`insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00.000Z')`;
	await addUnknown.execute(db);
	const error = await migrateToLatest(db).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NewerDatabaseError);
	expect(error).toMatchObject({ message: expect.stringMatching(/^A newer version [^\n]*9999-from-the-future[^\n]*$/) });
	await sql`delete from kysely_migration where name like '9999%'`.execute(db);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('with several processes', () => {
	test('of those that start together one migrates while the others wait', async () => {
		const { db, databaseUrl } = database;
		await sql`drop schema public cascade`.execute(db);
		await sql`create schema public`.execute(db);
		const handles = await Promise.all(Array.from({ length: 4 }, () => createDb({ databaseUrl: databaseUrl! })));
		const ran = await Promise.all(handles.map((handle) => migrateToLatest(handle.db)));
		expect(ran.flat()).toEqual(Object.keys(migrations));
		await Promise.all(handles.map((handle) => handle.destroy()));
	});

	test('who works on the tables meanwhile comes first, and no transaction is ended for a deadlock', async () => {
		const { db, databaseUrl } = database;
		await sql`drop schema public cascade`.execute(db);
		await sql`create schema public`.execute(db);
		// The next one alters generation_jobs before generated_images.
		await migrateTo(db, '0050-name-engine-addresses');
		const handles = await Promise.all(Array.from({ length: 3 }, () => createDb({ databaseUrl: databaseUrl! })));
		const [migrating, working, watching] = handles.map((handle) => handle.db) as [Database, Database, Database];
		let migrated: Promise<string[]> | undefined;
		await working.transaction().execute(async (trx) => {
			await sql`select from generated_images`.execute(trx);
			migrated = migrateToLatest(migrating);
			await vi.waitUntil(() => isAltered(watching, 'generation_jobs'), { timeout: 60_000, interval: 5 });
			await sql`select from generation_jobs`.execute(trx);
		});
		expect(await migrated).toEqual(Object.keys(migrations).filter((name) => name > '0050-name-engine-addresses'));
		await Promise.all(handles.map((handle) => handle.destroy()));
	});
});

async function isAltered(db: Database, table: string): Promise<boolean> {
	const { rows } = await sql`
		select from pg_locks
		where relation = ${table}::regclass and mode = 'AccessExclusiveLock' and granted`.execute(db);
	return rows.length > 0;
}
