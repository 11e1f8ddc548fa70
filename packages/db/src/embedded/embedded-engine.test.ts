import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDb } from '../client/database.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import { findUser, insertUser } from '../repositories/auth/users.ts';
import { getEmptyClusterPath } from './empty-cluster.ts';

let dataDir: string;
beforeEach(() => {
	dataDir = mkdtempSync(join(tmpdir(), 'adx-embedded-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('the shipped empty cluster is that of the installed engine; make it with src/embedded/build-empty-cluster.ts', () => {
	expect(existsSync(getEmptyClusterPath())).toBe(true);
});

test('what was stored is there after reopening, with a small page cache', async () => {
	const first = await createDb({ dataDir });
	expect(first.kind).toBe('embedded');
	await migrateToLatest(first.db);
	await insertUser(first.db, { id: 'a' });
	await first.destroy();
	await first.destroy();
	const second = await createDb({ dataDir });
	expect(await migrateToLatest(second.db)).toEqual([]);
	expect(await findUser(second.db, 'a')).toMatchObject({ id: 'a' });
	const { rows } = await sql`select current_setting('shared_buffers') as cache`.execute(second.db);
	expect(rows).toEqual([{ cache: '32MB' }]);
	await second.destroy();
});

test('what a killed creation left behind does not disturb the next one', async () => {
	mkdirSync(join(dataDir, 'database.new', 'base'), { recursive: true });
	writeFileSync(join(dataDir, 'database.new', 'PG_VERSION'), '18');
	const { db, destroy } = await createDb({ dataDir });
	await migrateToLatest(db);
	expect(readdirSync(dataDir)).toEqual(['database']);
	await destroy();
});

test('rejects a directory that holds something else, and leaves it alone', async () => {
	mkdirSync(join(dataDir, 'database'));
	writeFileSync(join(dataDir, 'database', 'letter.txt'), 'dear');
	await expect(createDb({ dataDir })).rejects.toThrow('holds files but no database');
	expect(existsSync(join(dataDir, 'database', 'letter.txt'))).toBe(true);
});

test('queries of many callers at once let other work run in between', async () => {
	const { db, destroy } = await createDb({ dataDir });
	let [rounds, isOver] = [0, false];
	const look = () => {
		rounds += 1;
		if (!isOver) setImmediate(look);
	};
	const queries = Array.from({ length: 10 }, () => sql`select count(*) from generate_series(1, 100000)`.execute(db));
	setImmediate(look);
	await Promise.all(queries);
	isOver = true;
	expect(rounds).toBeGreaterThanOrEqual(9);
	await destroy();
});
