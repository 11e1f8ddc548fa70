import type { DatabaseTransaction } from '@adx/db/client/database';
import { hasLiveClaim, releaseJobClaims } from '@adx/db/repositories/generation/image-claims';
import { type AttemptCost, type ClaimedImage, noCost } from '@adx/db/repositories/generation/image-results';
import { withdrawRegeneration } from '@adx/db/repositories/generation/image-review';
import {
	addPendingRegenerations,
	clearJobKey,
	endedPhases,
	endGenerationJob,
	lockGenerationJob,
	recordFinishedAttempt,
} from '@adx/db/repositories/generation/job-phases';
import { countLapsedCalls } from '@adx/db/repositories/generation/open-calls';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import { requiresKey } from '@adx/validators/engines/engines';
import type { ImageFailure } from '@adx/validators/generation/job-states';
import type { RemoteCall } from '../../engines/types.ts';

/** A try that ended in a picture or in giving the image up. */
export interface EndedAttempt {
	/** How the image stood before, according to the write that ended the claim. */
	readonly held: ClaimedImage;
	/** Null when a picture was stored. */
	readonly failure: ImageFailure | null;
	readonly cost: AttemptCost;
	readonly now: Date;
}

/**
 * Counts a try as ended, and ends the job with its last image, all in the caller's transaction: the count locks the
 * job row, so of two last images one sees the other, and the owner it answers with stays the job's owner until the
 * transaction ends.
 */
export async function finishAttempt(
	trx: DatabaseTransaction,
	jobId: string,
	{ held, failure, cost, now }: EndedAttempt,
): Promise<GenerationJobRow> {
	const isFirst = failure === null && held.state !== 'stored';
	const job = await recordFinishedAttempt(trx, jobId, {
		stored: isFirst ? 1 : 0,
		failed: failure !== null && held.state === 'planned' ? 1 : isFirst && held.state === 'failed' ? -1 : 0,
		redraws: held.redraw ? 1 : 0,
		requestFailures: failure === 'request' ? 1 : 0,
		isPicture: failure === null,
		cost,
	});
	if (endedPhases.includes(job.phase)) return changeEnd(trx, job, { isFirst, now });
	if (job.phase === 'cancelling') return endCancelled(trx, job, now);
	if (job.progress + job.failedImages < job.batchSize) return job;
	// Without a key, as in a paused job, nobody can make the versions that were asked for.
	if (requiresKey(job.engine) && job.sealedApiKey === null) await withdrawRegenerations(trx, jobId, null);
	return endGenerationJob(trx, jobId, { ...endOf(job), completedAt: now });
}

/** A first picture that comes after the end makes the end a better one; the last redraw takes the key with it. */
async function changeEnd(
	trx: DatabaseTransaction,
	job: GenerationJobRow,
	{ isFirst, now }: { readonly isFirst: boolean; readonly now: Date },
): Promise<GenerationJobRow> {
	if (isFirst) {
		const end = job.phase === 'cancelled' ? endOfCancelled(job) : endOfStopped(job);
		return endGenerationJob(trx, job.id, { ...end, completedAt: job.completedAt ?? now });
	}
	if (job.redraws === 0 && job.sealedApiKey !== null) await clearJobKey(trx, job.id);
	return job;
}

/** Ends a job that is being cancelled once nobody is at work on it; must be called in a transaction that locked it. */
async function endCancelled(trx: DatabaseTransaction, job: GenerationJobRow, now: Date): Promise<GenerationJobRow> {
	if (await hasLiveClaim(trx, job.id)) return job;
	// What is still claimed belongs to processes that are gone.
	await releaseJobClaims(trx, job.id);
	await countLapsedCalls(trx, { jobId: job.id });
	await withdrawRegenerations(trx, job.id, null);
	return endGenerationJob(trx, job.id, { ...endOfCancelled(job), completedAt: now });
}

/** The same for a caller that only checks: does nothing unless the job is being cancelled. */
export async function finishCancelling(trx: DatabaseTransaction, jobId: string, now: Date): Promise<void> {
	const job = await lockGenerationJob(trx, 'all', jobId);
	if (job?.phase === 'cancelling') await endCancelled(trx, job, now);
}

/** Withdraws the versions that were asked for and that nobody is making; the images say why if a reason is given. */
export async function withdrawRegenerations(
	trx: DatabaseTransaction,
	jobId: string,
	why: { readonly failure: ImageFailure; readonly lastError: string } | null,
): Promise<number> {
	const dropped = await withdrawRegeneration(trx, jobId, why);
	await addPendingRegenerations(trx, jobId, -dropped);
	return dropped;
}

type Counts = Pick<GenerationJobRow, 'progress' | 'batchSize'>;

/** How far a job came, as the specification words it. */
export const stoppedAfter = ({ progress, batchSize }: Counts) => `Stopped after ${progress} of ${batchSize} images`;

const noneGenerated = 'None of the images could be drawn.';
const countedPart = /^Stopped after \d+ of \d+ images(\. )?/;

function endOf(job: Counts) {
	if (job.progress === 0) return { phase: 'failed', status: 'failed', errorMessage: noneGenerated } as const;
	if (job.progress === job.batchSize) return { phase: 'done', status: 'completed', errorMessage: null } as const;
	return { phase: 'partial', status: 'completed', errorMessage: stoppedAfter(job) } as const;
}

/** As `endOf`, with why the job was stopped, where that is known. */
function endOfStopped(job: GenerationJobRow) {
	const end = endOf(job);
	const reason = (job.errorMessage ?? '').replace(countedPart, '');
	if (end.phase !== 'partial' || reason === '' || reason === noneGenerated) return end;
	return { ...end, errorMessage: `${stoppedAfter(job)}. ${reason}` };
}

function endOfCancelled(job: Counts) {
	if (job.progress === job.batchSize) return endOf(job);
	if (job.progress === 0) return { phase: 'cancelled', status: 'failed', errorMessage: 'Cancelled' } as const;
	return { phase: 'cancelled', status: 'completed', errorMessage: stoppedAfter(job) } as const;
}

/** What a call adds to the counts of its image and job; nothing when there was none, or it was refused unpaid. */
export function toAttemptCost(call: RemoteCall | null | undefined): AttemptCost {
	if (!call) return noCost;
	const { costMicroUsd, costRestNanoUsd, isEstimated } = call;
	return { paidCalls: 1, costMicroUsd, costRestNanoUsd, estimatedMicroUsd: isEstimated ? costMicroUsd : 0 };
}
