import { sql } from 'kysely';
import type { Database } from '../client/database.ts';

/** A table of a PostgreSQL on which the statements of others wait. */
export interface LockedTable {
	/** The texts of those that wait, each with parameters in place of values. */
	waiting(): Promise<string[]>;
	/**
	 * Lets go, after it has ended the connections of those that wait: so their statements are never done, as when the
	 * database notices that who sent them is gone.
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
	{ blocksRowLocks: isForLocksToo = false }: { readonly blocksRowLocks?: boolean } = {},
): Promise<LockedTable> {
	const [taken, released] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
	const mode = sql.raw(isForLocksToo ? 'exclusive' : 'share');
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
