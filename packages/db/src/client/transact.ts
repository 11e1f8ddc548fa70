import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, DatabaseTransaction } from './database.ts';
import { isStaleStatement, isTransactionConflict } from './database-errors.ts';

const triesMax = 5;
const insideTransaction = new AsyncLocalStorage<true>();

/** Whether the caller runs inside `transact`, where nothing but the database may be waited for. */
export const isInTransaction = (): boolean => insideTransaction.getStore() === true;

/**
 * The one way to open a transaction. Runs `work` in it, and again when the database rolled it back for its conflict with
 * another one (workers lock images before their job, verbs about a job the job before its images), or because a process of
 * the next version changed a table.
 *
 * `work` waits for the database alone, through `trx`: a transaction that waits for a file, a queue or another machine
 * keeps its locks, and the embedded database's only connection, for as long. What it changes besides must bear a second
 * run. Rejects with the last of these errors after five tries.
 */
export async function transact<Result>(
	db: Database,
	work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
	for (let tries = 1; ; tries++) {
		try {
			return await db.transaction().execute((trx) => insideTransaction.run(true, () => work(trx)));
		} catch (error) {
			if (tries === triesMax || !(isTransactionConflict(error) || isStaleStatement(error))) throw error;
		}
	}
}

/** Reads everything as it is at one moment. `work` may wait for where it writes to; a reader locks nothing. */
export function readAtOneMoment(db: Database, work: (trx: DatabaseTransaction) => Promise<void>): Promise<void> {
	return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}

/** As `transact`, never run again: for `work` that reads its input once, in a database that nobody else works with. */
export function transactOnce<Result>(
	db: Database,
	work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
	return db.transaction().execute(work);
}
