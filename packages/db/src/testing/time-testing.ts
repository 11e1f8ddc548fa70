import { sql } from 'kysely';
import type { Database } from '../client/database.ts';

/**
 * The schemas in which a test's database looks for names: functions of `test_clock`, where a test made some, stand before
 * the system's of the same name.
 */
export const testSearchPath = 'public, test_clock, pg_catalog';

/** Stops the database's clock at a moment, for every connection, until `truncateAll`. */
export async function setDatabaseTime(db: Database, time: Date): Promise<void> {
	await makeClock(db);
	await sql`update test_clock.setting set stopped_at = ${time.toISOString()}::timestamptz`.execute(db);
}

/** Puts the database's clock forward, which goes on from there, for every connection, until `truncateAll`. */
export async function passDatabaseTime(db: Database, ms: number): Promise<void> {
	await makeClock(db);
	await sql`
		update test_clock.setting set
			stopped_at = stopped_at + ${ms}::float8 * interval '1 millisecond', ahead_ms = ahead_ms + ${ms}::float8`.execute(
		db,
	);
}

/** The clock of the system is the database's again. */
export async function resetDatabaseTime(db: Database): Promise<void> {
	const { rows } = await sql`select 1 from pg_namespace where nspname = 'test_clock'`.execute(db);
	if (rows.length > 0) await sql`drop schema test_clock cascade`.execute(db);
}

async function makeClock(db: Database): Promise<void> {
	const isMade = async (on: Database) =>
		(await sql`select 1 from pg_namespace where nspname = 'test_clock'`.execute(on)).rows.length > 0;
	if (await isMade(db)) return;
	// For the one connection of an embedded database that no test has made; on a server every connection has it already.
	await sql.raw(`set search_path to ${testSearchPath}`).execute(db);
	await db.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(hashtext('test clock'))`.execute(trx);
		if (await isMade(trx)) return;
		await sql`create schema test_clock`.execute(trx);
		await sql`create table test_clock.setting (stopped_at timestamptz, ahead_ms float8 not null default 0)`.execute(
			trx,
		);
		await sql`insert into test_clock.setting default values`.execute(trx);
		for (const [name, kind] of [
			['now', 'stable'],
			['clock_timestamp', 'volatile'],
		] as const) {
			await sql
				.raw(`
				create function test_clock.${name}() returns timestamptz language sql ${kind} as $$
					select coalesce(stopped_at, pg_catalog.${name}() + ahead_ms * interval '1 millisecond') from test_clock.setting
				$$`)
				.execute(trx);
		}
	});
}

/** For tests: keeps a handle's only connection so busy that everything else waits 0.4 s or more. Returns what ends that. */
export function keepConnectionBusy(db: Database): () => Promise<void> {
	let isBusy = true;
	const ask = async () => {
		while (isBusy) await sql`select pg_sleep(0.4)`.execute(db);
	};
	// One has the connection while the other waits for it before everybody else.
	const busy = Promise.all([ask(), ask()]);
	return async () => {
		isBusy = false;
		await busy;
	};
}
