import { sql } from 'kysely';
import type { Database } from '../client/database.ts';

/**
 * Makes the database reject updates of images until the returned function is called, on every connection, as triggers do.
 *
 * @param condition in SQL, of the row as it would be: `new.state = 'stored'`
 * @param errorCode the SQLSTATE that it refuses with; by default one of no particular meaning
 */
export async function rejectImageWrites(
	db: Database,
	condition: string,
	errorCode = 'P0001',
): Promise<() => Promise<void>> {
	await sql`
		create or replace function refuse_for_test() returns trigger language plpgsql as
		$$ begin raise exception 'the database refuses' using errcode = tg_argv[0]; end $$`.execute(db);
	await sql`
		create trigger refused_for_test before update on generated_images for each row when (${sql.raw(condition)})
		execute function refuse_for_test(${sql.lit(errorCode)})`.execute(db);
	return async () => {
		await sql`drop function if exists refuse_for_test cascade`.execute(db);
	};
}

/** A table in PostgreSQL on which other connections' statements wait. */
export interface LockedTable {
	/** The texts of those that wait, each with parameters in place of values. */
	waiting(): Promise<string[]>;
	/**
	 * Releases the table after ending the connections that wait for it: their statements never run, as when the database
	 * notices that their client is gone.
	 */
	terminateWaiters(): Promise<void>;
}

/**
 * Keeps others from writing to the table; with `isForLocksToo` also from locking rows of it. Reading goes on. Takes a
 * connection of the pool until it lets go.
 */
export async function lockTable(
	db: Database,
	table: string,
	{ blocksRowLocks = false }: { readonly blocksRowLocks?: boolean } = {},
): Promise<LockedTable> {
	const [taken, released] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
	const mode = sql.raw(blocksRowLocks ? 'exclusive' : 'share');
	const holding = db.transaction().execute(async (trx) => {
		await sql`lock table ${sql.table(table)} in ${mode} mode`.execute(trx);
		const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
		taken.resolve(rows[0]!.pid);
		await released.promise;
	});
	holding.catch(taken.reject);
	const pid = await taken.promise;
	const waitsForIt = sql`datname = current_database() and ${pid}::int = any (pg_blocking_pids(pid))`;
	return {
		waiting: async () => {
			const { rows } = await sql<{ query: string }>`
				select query from pg_stat_activity where ${waitsForIt}`.execute(db);
			return rows.map(({ query }) => query);
		},
		terminateWaiters: async () => {
			await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${waitsForIt}`.execute(db);
			released.resolve();
			await holding;
		},
	};
}
