import type { DatabaseTransaction } from '@adx/db/client/database';
import { isConnectionError } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import {
	clearJobKey,
	countGenerationFailure,
	endedPhases,
	endGenerationJob,
	lockGenerationJob,
	pauseGenerationJob,
} from '@adx/db/repositories/generation/job-phases';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { Services } from '../../platform/context.ts';
import { isStorageFull } from '../../platform/storage/circuit-breaker.ts';
import { stoppedAfter, withdrawRegenerations } from './finish-attempt.ts';

/** Why a job cannot go on by itself. */
export interface JobStop {
	readonly reason:
		| 'key_refused'
		| 'address_refused'
		| 'day_quota'
		| 'storage_full'
		| 'storage_away'
		| 'model_gone'
		| 'requests_refused'
		| 'run_failed';
	/** The sentence its owner reads. */
	readonly message: string;
	/** The key that was called with, when it was about a call: a job that got another key meanwhile goes on. */
	readonly apiKeyId: string | null;
	readonly now: Date;
}

/** Neither key nor service is at fault. */
const ourReasons: readonly JobStop['reason'][] = ['storage_full', 'storage_away', 'run_failed'];

/**
 * Pauses a job that waits for its owner, or ends one that cannot go on, and forgets its key. An ended job, which only
 * makes other versions of images, stays as it is: those versions are withdrawn and their images say why.
 */
export async function stopJob(trx: DatabaseTransaction, jobId: string, stop: JobStop): Promise<void> {
	const job = await lockGenerationJob(trx, 'all', jobId);
	if (job === undefined || job.phase === 'paused' || job.phase === 'cancelling') return;
	if (stop.apiKeyId !== null && stop.apiKeyId !== job.apiKeyId) return;
	const failure = ourReasons.includes(stop.reason) ? 'engine' : 'request';
	if (endedPhases.includes(job.phase)) {
		const withdrawn = await withdrawRegenerations(trx, jobId, { failure, lastError: stop.message });
		if (withdrawn === job.redraws) await clearJobKey(trx, jobId);
		return;
	}
	const { reason } = stop;
	const isOften = reason === 'key_refused' || reason === 'address_refused' || reason === 'day_quota';
	if (reason === 'storage_full' || reason === 'storage_away' || (job.progress > 0 && isOften)) {
		return pauseGenerationJob(trx, jobId, { reason, errorMessage: stop.message, pausedAt: stop.now });
	}
	await withdrawRegenerations(trx, jobId, { failure, lastError: stop.message });
	await endGenerationJob(trx, jobId, { ...endOf(job, stop.message), completedAt: stop.now });
}

function endOf(job: GenerationJobRow, message: string) {
	if (job.progress === 0) return { phase: 'failed', status: 'failed', errorMessage: message } as const;
	const errorMessage = `${stoppedAfter(job)}. ${message}`;
	return { phase: 'partial', status: 'completed', errorMessage } as const;
}

/** Failures of one job in a row, of ours and without a picture between them. */
const failuresMax = 5;
const runFailed =
	'The images could not be made because of a fault of this installation. Try again, or tell its operator.';

/** Passes by itself, and is not the fault of the job: database or disk are away or full. */
export const isOutage = (error: unknown): boolean => isConnectionError(error) || isStorageFull(error);

/** Ends a job whose work failed too often in a row. Never rejects: what went wrong before says more. */
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
