import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { clearRetryDelays, reopenImages } from '@adx/db/repositories/generation/image-review';
import {
	clearJobKey,
	type JobKey,
	lockGenerationJob,
	pauseGenerationJob,
	resumeGenerationJob,
	setJobKey,
	startCancelling,
} from '@adx/db/repositories/generation/job-phases';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { GenerationJob } from '@adx/validators/generation/generation-job';
import type { ContinueJobInput, ControlJobInput } from '@adx/validators/generation/job-control';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { wakeUp } from '../../platform/jobs/outbox.ts';
import { findStorageError } from '../../platform/storage/free-space.ts';
import { getGeneration } from '../queries/generations.ts';
import { isKeyMissing, toJobKey } from '../remote/job-key.ts';
import { finishCancelling, withdrawRegenerations } from '../run/finish-attempt.ts';
import { enqueueGeneration } from '../run/generation-job.ts';
import { type EngineKey, requireApiKey } from '../start/check-allowed.ts';

/**
 * Lets a job stand still and forgets its key; what is in hand is still finished and stored. A paused job stays as it
 * is; 409 `job_ended` for one that ended.
 */
export async function pauseGeneration(ctx: RequestContext, { jobId }: ControlJobInput): Promise<GenerationJob> {
	return controlJob(ctx, jobId, async (trx, { id, phase }) => {
		if (phase === 'paused') return;
		if (phase === 'cancelling') throw jobCancelling();
		if (phase !== 'queued' && phase !== 'running') throw jobEnded('This collection has ended already.');
		await pauseGenerationJob(trx, id, { reason: 'user', errorMessage: null, pausedAt: ctx.clock() });
	});
}

/**
 * Lets a paused job run on, with the key that comes with the call where it needs one (400 `key_required`). A running
 * job stays as it is; 409 `job_ended` for one that ended, `storage_away` or `storage_full` while nothing can be stored.
 */
export async function resumeGeneration(ctx: RequestContext, input: ContinueJobInput): Promise<GenerationJob> {
	const refusal = await findStorageError(ctx, { afresh: true });
	const resumed = await controlJob(ctx, input.jobId, async (trx, job) => {
		if (job.phase === 'queued' || job.phase === 'running') return;
		if (job.phase === 'cancelling') throw jobCancelling();
		if (job.phase !== 'paused') throw jobEnded('This collection has ended. Draw the missing images instead.');
		const key = getNextKey(ctx, job, input);
		if (refusal !== null) throw refusal;
		await clearRetryDelays(trx, job.id);
		if (key !== null) await setJobKey(trx, job.id, key);
		await resumeGenerationJob(trx, job.id, { now: ctx.clock() });
	});
	await enqueueAgain(ctx, resumed);
	return resumed;
}

/**
 * Ends a job with what it has, and forgets its key. What is in hand is still finished and stored; until then the job is
 * 'cancelling'. Of an ended job it withdraws the versions that were asked for. A job that is cancelled stays as it is;
 * 409 `job_ended` for one that ended otherwise.
 */
export async function cancelGeneration(ctx: RequestContext, { jobId }: ControlJobInput): Promise<GenerationJob> {
	return controlJob(ctx, jobId, async (trx, job) => {
		switch (job.phase) {
			case 'queued':
			case 'running':
			case 'paused':
				await withdrawRegenerations(trx, job.id, null);
				await startCancelling(trx, job.id);
				return finishCancelling(trx, job.id, ctx.clock());
			case 'cancelling':
				return finishCancelling(trx, job.id, ctx.clock());
			default: {
				if (job.redraws === 0 && job.phase !== 'cancelled') throw jobEnded('This collection has ended already.');
				const withdrawn = await withdrawRegenerations(trx, job.id, null);
				if (withdrawn === job.redraws) await clearJobKey(trx, job.id);
			}
		}
	});
}

/**
 * Opens a job's failed images again, and what an early end left open, and returns it to running, with the key that
 * comes with the call where it needs one (400 `key_required`). A running job without failed images stays as it is; 409
 * `nothing_to_retry` when all images are there, `job_paused` for a paused one.
 */
export async function retryGeneration(ctx: RequestContext, input: ContinueJobInput): Promise<GenerationJob> {
	const refusal = await findStorageError(ctx, { afresh: true });
	const retried = await controlJob(ctx, input.jobId, async (trx, job) => {
		if (job.phase === 'paused') throw jobPaused();
		if (job.phase === 'cancelling') throw jobCancelling();
		if ((job.phase === 'queued' || job.phase === 'running') && job.failedImages === 0) return;
		if (job.progress === job.batchSize) {
			const message = 'There is nothing to retry: every image is there.';
			throw new AppError('CONFLICT', { reason: 'nothing_to_retry', message });
		}
		const key = getNextKey(ctx, job, input);
		if (refusal !== null) throw refusal;
		const { failed } = await reopenImages(trx, job.id);
		if (key !== null) await setJobKey(trx, job.id, key);
		await resumeGenerationJob(trx, job.id, { now: ctx.clock(), reopenedImages: failed });
	});
	await enqueueAgain(ctx, retried);
	return retried;
}

/** The caller's own job, locked until the transaction ends; a stranger's is 404. */
export async function lockOwnJob(
	trx: DatabaseTransaction,
	ctx: RequestContext,
	jobId: string,
): Promise<GenerationJobRow> {
	const job = isRowId(jobId) ? await lockGenerationJob(trx, ownerScope(ctx), jobId) : undefined;
	if (job === undefined) throw notFound('job');
	return job;
}

/** Lets `change` act on the caller's own job while nobody else does, and answers the job as it is then. */
async function controlJob(
	ctx: RequestContext,
	jobId: string,
	change: (trx: DatabaseTransaction, job: GenerationJobRow) => Promise<void>,
): Promise<GenerationJob> {
	await transact(ctx.db, async (trx) => change(trx, await lockOwnJob(trx, ctx, jobId)));
	return getGeneration(ctx, { jobId, scope: 'own' });
}

/**
 * The key that the job goes on with; null when it has one, or never had any and none came with the call. 400
 * `key_required` when it was wiped, none came with the call, and the engine cannot do without.
 */
export function getNextKey(
	ctx: RequestContext,
	job: Pick<GenerationJobRow, 'id' | 'engine' | 'engineAddress' | 'sealedApiKey' | 'apiKeyId'>,
	given: Omit<EngineKey, 'engine'>,
): JobKey | null {
	if (job.sealedApiKey !== null) return null;
	const apiKey = requireApiKey(ctx, { ...given, engine: job.engine }, 'key_required');
	return apiKey !== null || isKeyMissing(ctx, job) ? toJobKey(ctx, job, apiKey) : null;
}

/** Wakes workers for a job that has something to do again; the sweeper would within seconds. */
export async function enqueueAgain(ctx: RequestContext, job: Pick<GenerationJobRow, 'id' | 'engine'>): Promise<void> {
	await wakeUp(ctx, job.id, enqueueGeneration(ctx, job, { now: true }));
}

const jobEnded = (message: string) => new AppError('CONFLICT', { reason: 'job_ended', message });
/** 409 for what a paused collection does not take. */
export const jobPaused = () =>
	new AppError('CONFLICT', { reason: 'job_paused', message: 'This collection is paused. Resume it first.' });
/** 409 for what a collection that is being cancelled does not take. */
export const jobCancelling = () => jobEnded('This collection is being cancelled.');
