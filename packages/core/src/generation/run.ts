import { isConnectionError } from '@adx/db/errors';
import { countGenerationFailure } from '@adx/db/repositories/generation-job-phases';
import { findGenerationJob, hasOtherRunnableJob, startRunning } from '@adx/db/repositories/generation-jobs';
import type { GenerationJobRow } from '@adx/db/schema';
import { transact } from '@adx/db/transact';
import type { Services } from '../context.ts';
import { isStorageFull } from '../platform/storage/storage-breaker.ts';
import type { QueueMessage } from '../queue.ts';
import { settleCancelled } from './finish-try.ts';
import { stopJob } from './stop-job.ts';
import { workRound } from './work-round.ts';

/** After this a worker hands the job back to the queue even when nobody waits. */
const handOverAfterMs = 60_000;
/** What the wait depends on may change, as when a job is resumed with another key. */
const longestWaitMs = 60_000;

/** Runs of one job in a row that may end with an error of ours. */
const failuresMax = 5;
const runFailed =
	'The images could not be made because of a fault of this installation. Try again, or tell its operator.';

/**
 * Works on one job: claims a slice of rows, draws and stores them, and repeats until no row is left, another job waits,
 * the engine asks for a pause, or `signal` aborts. Rows are checkpoints, so it may be killed anywhere. Rejects with what
 * went wrong in the work itself, which is counted: a job that has nothing but failures ends with what it has.
 */
export async function runGeneration(services: Services, message: QueueMessage, signal: AbortSignal): Promise<void> {
	try {
		await run(services, message, signal);
	} catch (error) {
		if (!signal.aborted && !isOutage(error)) await countFailure(services, message.jobId);
		throw error;
	}
}

/** Passes by itself, and is no fault of the job: database or disk are away or full. */
export const isOutage = (error: unknown): boolean => isConnectionError(error) || isStorageFull(error);

/** Ends a job whose work failed too often in a row. */
export async function countFailure({ db, clock }: Pick<Services, 'db' | 'clock'>, jobId: string): Promise<void> {
	if ((await countGenerationFailure(db, jobId)) < failuresMax) return;
	const stop = { reason: 'run_failed', message: runFailed, apiKeyId: null, now: clock() } as const;
	await transact(db, (trx) => stopJob(trx, jobId, stop));
}

async function run(services: Services, message: QueueMessage, signal: AbortSignal): Promise<void> {
	const { db, queue, clock } = services;
	const endsAt = clock().getTime() + handOverAfterMs;
	while (!signal.aborted) {
		const job = await findGenerationJob(db, 'all', message.jobId);
		const engine = job && services.engines.get(job.engine);
		if (job === undefined || engine === undefined || !(await isWorkable(services, job))) return;
		const name = `generation-${job.engine}` as const;
		const { waitMs } = await workRound(services, { job, engine, signal, endsAt });
		if (signal.aborted || waitMs === null) return;
		if (waitMs > 0) {
			const delaySeconds = Math.ceil(Math.min(waitMs, longestWaitMs) / 1_000);
			return queue.send(name, message, { delaySeconds });
		}
		const isLong = clock().getTime() >= endsAt;
		if (isLong || (await hasOtherRunnableJob(db, job.engine, job.id, clock()))) return queue.send(name, message);
	}
}

async function isWorkable({ db, clock }: Services, job: GenerationJobRow): Promise<boolean> {
	switch (job.phase) {
		case 'queued':
			return startRunning(db, job.id, clock());
		case 'running':
			return true;
		case 'cancelling':
			await transact(db, (trx) => settleCancelled(trx, job.id, clock()));
			return false;
		case 'paused':
			return false;
		default:
			return job.redraws > 0;
	}
}
