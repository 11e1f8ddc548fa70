import { createHash, randomUUID } from 'node:crypto';
import {
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	openAsBlob,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import postgres from 'postgres';
import { createDb, type Database, type DatabaseHandle, wrapEmbedded } from '../client/database.ts';
import { openEmbeddedDatabase, startEngine } from '../embedded/embedded-engine.ts';
import { migrations } from '../migrations/list.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import { acquireEngine } from './engine-pool-testing.ts';
import { resetDatabaseTime, testSearchPath } from './time-testing.ts';

/** A migrated database of its own for one test file. */
export interface TestDatabase extends DatabaseHandle {
	/** For a pool or a process of the test's own; null on the embedded engine, which has one connection. */
	readonly databaseUrl: string | null;
}

/**
 * A migrated, empty database: in memory, or on the server of TEST_DATABASE_URL, whose role must be
 * allowed to create databases. `destroy()` also drops it. Call it once per test file and
 * `truncateAll` between tests.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
	return process.env.TEST_DATABASE_URL ? createOnServer() : createEmbeddedTestDatabase();
}

/** The same, in memory in any case. In one process a later test file gets the engine that an earlier one destroyed. */
export async function createEmbeddedTestDatabase(): Promise<TestDatabase> {
	return { ...wrapEmbedded(await acquireEngine(startMigrated)), databaseUrl: null };
}

/** A database on the server of TEST_DATABASE_URL, which whoever needs it connects to. */
export interface ServerDatabase {
	readonly databaseUrl: string;
	/** Drops it, and ends the connections to it. */
	destroy(): Promise<void>;
}

/** One that is migrated and empty; with `isBare` one in which nothing is, not even tables. */
export async function createServerDatabase({ isBare = false } = {}): Promise<ServerDatabase> {
	const serverUrl = process.env.TEST_DATABASE_URL!;
	const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
	try {
		await checkServer(admin, serverUrl);
		const name = `adx_test_${randomUUID().replaceAll('-', '')}`;
		const template = isBare ? 'template1' : await prepareTemplate(admin, serverUrl);
		await admin.unsafe(`create database ${name} template ${template}`);
		if (!isBare) await admin.unsafe(`alter database ${name} set search_path to ${testSearchPath}`);
		const destroy = async () => {
			await admin.unsafe(`drop database ${name} with (force)`);
			await admin.end();
		};
		return { databaseUrl: toDatabaseUrl(serverUrl, name), destroy };
	} catch (error) {
		await admin.end();
		throw error;
	}
}

/** Empties every table of the product, and gives the database its own clock back. */
export async function truncateAll(db: Database): Promise<void> {
	await resetDatabaseTime(db);
	const { rows } = await sql<{ name: string }>`
		select quote_ident(tablename) as name from pg_tables
		where schemaname = 'public' and tablename not like 'kysely\\_%'`.execute(db);
	// TRUNCATE makes new files for every table and index, at twenty times the cost. In one statement, because the
	// references between the tables are checked at its end.
	const deletions = rows.map(({ name }, index) => `emptied${index} as (delete from ${name})`);
	await sql.raw(`with ${deletions.join(', ')} select`).execute(db);
}

async function startMigrated() {
	const path = fileURLToPath(
		new URL(`../../node_modules/.cache/test-database/${hashMigrations()}.tar`, import.meta.url),
	);
	if (!existsSync(path)) await writeMigratedCluster(path);
	const engine = await startEngine({ loadDataDir: await openAsBlob(path, { type: 'application/x-tar' }) });
	await engine.exec(`set search_path to ${testSearchPath}`);
	return engine;
}

/**
 * Workers that find none at the same time each write one. The first one stays, since a Blob cannot be read once its file
 * was replaced.
 */
async function writeMigratedCluster(path: string): Promise<void> {
	const scratch = mkdtempSync(join(tmpdir(), 'adx-test-database-'));
	const pglite = await openEmbeddedDatabase(scratch);
	const { db, destroy } = wrapEmbedded(pglite);
	await migrateToLatest(db);
	const tar = await pglite.dumpDataDir('none');
	await destroy();
	rmSync(scratch, { recursive: true });
	const folder = dirname(path);
	mkdirSync(folder, { recursive: true });
	const temporary = `${path}.${process.pid}`;
	writeFileSync(temporary, Buffer.from(await tar.arrayBuffer()));
	try {
		linkSync(temporary, path);
	} catch (error) {
		if (!existsSync(path)) throw error;
	}
	rmSync(temporary);
	// What older migrations left is of no use: it is 40 MB a piece. Other workers may be writing this one's.
	const others = readdirSync(folder).filter((name) => !name.startsWith(basename(path)));
	for (const name of others) rmSync(join(folder, name), { force: true });
}

/** Names the migrations' content, so that what was prepared from others is not used. */
export function hashMigrations(): string {
	const hash = createHash('sha256');
	for (const name of Object.keys(migrations)) {
		hash.update(name).update(readFileSync(new URL(`../migrations/${name}.ts`, import.meta.url)));
	}
	return hash.digest('hex').slice(0, 16);
}

async function createOnServer(): Promise<TestDatabase> {
	const { databaseUrl, destroy: drop } = await createServerDatabase();
	const handle = await createDb({ databaseUrl });
	let destroying: Promise<void> | undefined;
	const destroy = () => {
		destroying ??= handle.destroy().then(drop);
		return destroying;
	};
	return { ...handle, databaseUrl, destroy };
}

/** Before anything is created: a port may be answered by somebody else's server. */
async function checkServer(admin: postgres.Sql, serverUrl: string): Promise<void> {
	const [server] = await admin<{ version: number; database: string; mayCreate: boolean; isStandby: boolean }[]>`
		select
			current_setting('server_version_num')::int as version,
			current_database()::text as database,
			(select rolcreatedb or rolsuper from pg_roles where rolname = current_user) as "mayCreate",
			pg_is_in_recovery() as "isStandby"`;
	const { host, pathname } = new URL(serverUrl);
	const refuse = (reason: string) => new Error(`TEST_DATABASE_URL: the server at ${host} ${reason}`);
	if (server === undefined || server.version < 140_000) throw refuse('is older than PostgreSQL 14');
	if (`/${server.database}` !== decodeURIComponent(pathname)) throw refuse(`answers for database ${server.database}`);
	if (server.isStandby) throw refuse('is a standby');
	if (!server.mayCreate) throw refuse('does not let this role create databases');
}

/** Returns the name of the migrated database that the others are copied from, made once per server. */
async function prepareTemplate(admin: postgres.Sql, serverUrl: string): Promise<string> {
	const template = `adx_test_template_${hashMigrations()}`;
	const draft = `${template}_draft`;
	// Other test processes wait here; the lock is the connection's.
	await admin`select pg_advisory_lock(hashtext('adx test template'))`;
	try {
		const [found] = await admin`select 1 from pg_database where datname = ${template}`;
		if (found !== undefined) return template;
		await admin.unsafe(`drop database if exists ${draft} with (force)`);
		await admin.unsafe(`create database ${draft}`);
		const { db, destroy } = await createDb({ databaseUrl: toDatabaseUrl(serverUrl, draft), maxConnections: 1 });
		try {
			await migrateToLatest(db);
		} finally {
			await destroy();
		}
		await admin.unsafe(`alter database ${draft} rename to ${template}`);
		return template;
	} finally {
		await admin`select pg_advisory_unlock(hashtext('adx test template'))`;
	}
}

function toDatabaseUrl(serverUrl: string, database: string): string {
	const url = new URL(serverUrl);
	url.pathname = `/${database}`;
	return url.href;
}
