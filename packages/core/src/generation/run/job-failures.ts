import { isConnectionError } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import { countGenerationFailure } from '@adx/db/repositories/generation/job-phases';
import type { Services } from '../../platform/context.ts';
import { isStorageFull } from '../../platform/storage/circuit-breaker.ts';
import { stopJob } from './stop-job.ts';

/** Failures of one job in a row, of ours and without a picture between them. */
const failuresMax = 5;
const runFailed =
	'The images could not be made because of a fault of this installation. Try again, or tell its operator.';

/** Passes by itself, and is no fault of the job: database or disk are away or full. */
export const isOutage = (error: unknown): boolean => isConnectionError(error) || isStorageFull(error);

/** Ends a job whose work failed too often in a row. Never rejects: what went wrong before tells more. */
export async function countFailure(
	{ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
	jobId: string,
): Promise<void> {
	try {
		if ((await countGenerationFailure(db, jobId)) < failuresMax) return;
		const stop = { reason: 'run_failed', message: runFailed, apiKeyId: null, now: clock() } as const;
		await transact(db, (trx) => stopJob(trx, jobId, stop));
	} catch (error) {
		log.warn({ err: error, jobId }, 'a failure was not counted');
	}
}
