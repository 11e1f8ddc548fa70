import { transact } from '@adx/db/client/transact';
import { findGenerationJob, hasOtherRunnableJob, startRunning } from '@adx/db/repositories/generation/generation-jobs';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { Services } from '../../platform/context.ts';
import type { QueueMessage } from '../../platform/jobs/queue.ts';
import { finishCancelling } from './finish-attempt.ts';
import { runRound } from './run-round.ts';
import { countFailure, isOutage } from './stop-job.ts';

/** After this a worker hands the job back to the queue even when nobody waits. */
const handOverAfterMs = 60_000;
/** What the wait depends on may change, as when a job is resumed with another key. */
const longestWaitMs = 60_000;

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

async function run(services: Services, message: QueueMessage, signal: AbortSignal): Promise<void> {
	const { db, queue, clock } = services;
	const endsAt = clock().getTime() + handOverAfterMs;
	while (!signal.aborted) {
		const job = await findGenerationJob(db, 'all', message.jobId);
		const engine = job && services.engines.get(job.engine);
		if (job === undefined || engine === undefined || !(await isWorkable(services, job))) return;
		const name = `generation-${job.engine}` as const;
		const { waitMs } = await runRound(services, { job, engine, signal, endsAt });
		if (signal.aborted || waitMs === null) return;
		if (waitMs > 0) {
			const delaySeconds = Math.ceil(Math.min(waitMs, longestWaitMs) / 1_000);
			return queue.send(name, message, { delaySeconds });
		}
		const isLong = clock().getTime() >= endsAt;
		if (isLong || (await hasOtherRunnableJob(db, job.engine, job.id))) return queue.send(name, message);
	}
}

async function isWorkable({ db, clock }: Services, job: GenerationJobRow): Promise<boolean> {
	switch (job.phase) {
		case 'queued':
			return startRunning(db, job.id, clock());
		case 'running':
			return true;
		case 'cancelling':
			await transact(db, (trx) => finishCancelling(trx, job.id, clock()));
			return false;
		case 'paused':
			return false;
		default:
			return job.redraws > 0;
	}
}
