import type { Database, DatabaseTransaction } from './client.ts';
import { isDeadlock } from './errors.ts';

const triesMax = 5;

/**
 * Runs `work` in a transaction, and again when the database gave it up because it and another one waited for each other:
 * workers lock images before their job, verbs about a job the job before its images. `work` must do nothing but database
 * work. Rejects with the last deadlock after five tries.
 */
export async function transact<Result>(
	db: Database,
	work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
	for (let tries = 1; ; tries++) {
		try {
			return await db.transaction().execute(work);
		} catch (error) {
			if (tries === triesMax || !isDeadlock(error)) throw error;
		}
	}
}
