import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { failImage, retryImageLater } from '@adx/db/repositories/generation/image-results';
import { addJobCost } from '@adx/db/repositories/generation/job-phases';
import type { FailureCounts, GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { ImageFailure } from '@adx/validators/generation/job-states';
import type { RemoteCall } from '../../engines/types.ts';
import type { Services } from '../../platform/context.ts';
import { closeCall, getUncountedCost } from '../remote/open-calls.ts';
import { stopForStorage } from '../remote/storage-gate.ts';
import { finishAttempt } from './finish-attempt.ts';
import type { HeldRow } from './image-task.ts';
import { type JobStop, stopJob } from './stop-job.ts';

/** Writes are done only while the claim is held; a worker that lost it changes nothing. */
interface RowEnd {
	readonly message: string;
	/** The call that was, or may have been, charged. */
	readonly call: RemoteCall | null;
}

/** Gives an image up, or only the try for another version of it. Answers the job as it is then; null without the claim. */
export async function giveUp(
	{ db, clock, hideSecrets, metrics }: Services,
	work: HeldRow,
	{ failure, message, call }: RowEnd & { readonly failure: ImageFailure },
): Promise<GenerationJobRow | null> {
	const { row, token } = work;
	const job = await transact(db, async (trx) => {
		const cost = await getUncountedCost(trx, work, call);
		const held = await failImage(trx, { id: row.id, token, failure, lastError: hideSecrets(message), cost });
		await closeCall(trx, work, { isHeld: held !== null, cost });
		return held === null ? null : finishAttempt(trx, row.jobId, { held, failure, cost, now: clock() });
	});
	if (job !== null) metrics.images.inc({ engine: job.engine, result: failure });
	return job;
}

/** Puts an image back to be tried again after `delayMs`. */
export async function releaseForRetry(
	services: Services,
	held: HeldRow,
	again: RowEnd & { readonly delayMs: number; readonly failureCounts: FailureCounts; readonly countAttempt: boolean },
): Promise<void> {
	await transact(services.db, (trx) => putBackIn(trx, services, held, again));
}

/** Puts an image back uncounted and stops its job in the same transaction. */
export async function releaseAndStop(
	services: Services,
	held: HeldRow,
	{ call, ...stop }: Omit<JobStop, 'now'> & { readonly call: RemoteCall | null },
): Promise<void> {
	const { row } = held;
	const again = {
		delayMs: 0,
		failureCounts: withoutQuota(row.tries),
		countAttempt: false,
		message: stop.message,
		call,
	};
	await transact(services.db, async (trx) => {
		await putBackIn(trx, services, held, again);
		await stopJob(trx, row.jobId, { ...stop, now: services.clock() });
	});
}

/** Puts an image back that storage did not take, uncounted, since it is not at fault; its job waits for storage, or pauses. */
export async function releaseUnstored(services: Services, held: HeldRow, error: Error): Promise<void> {
	const { row } = held;
	const again = { delayMs: 0, failureCounts: row.tries, countAttempt: false, message: error.message, call: null };
	await releaseForRetry(services, held, again);
	const { trouble } = services.storageBreaker;
	if (trouble !== null) await stopForStorage(services, row.jobId, trouble);
}

async function putBackIn(
	trx: DatabaseTransaction,
	{ hideSecrets }: Services,
	work: HeldRow,
	again: RowEnd & { readonly delayMs: number; readonly failureCounts: FailureCounts; readonly countAttempt: boolean },
): Promise<void> {
	const { row, token } = work;
	const { delayMs, failureCounts, countAttempt, message, call } = again;
	const cost = await getUncountedCost(trx, work, call);
	const lastError = hideSecrets(message);
	const retry = { id: row.id, token, delayMs, lastError, countAttempt, tries: failureCounts, cost };
	const isHeld = await retryImageLater(trx, retry);
	await closeCall(trx, work, { isHeld, cost });
	const isFree = Object.values(cost).every((amount) => amount === 0);
	if (isHeld && !isFree) await addJobCost(trx, row.jobId, cost);
}

/** The question is asked again when the job resumes. */
const withoutQuota = ({ day_quota: _, ...others }: FailureCounts): FailureCounts => others;
