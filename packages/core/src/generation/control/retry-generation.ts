import { reopenImages } from '@adx/db/repositories/generation/image-review';
import { resumeGenerationJob, setJobKey } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJob } from '@adx/validators/generation';
import type { ContinueJobInput } from '@adx/validators/job-control';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findStorageError } from '../../platform/storage/free-space.ts';
import { controlJob, enqueueAgain, getNextKey, jobCancelling, jobPaused } from './control-job.ts';

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
		const key = getNextKey(ctx, job, input.geminiApiKey);
		if (refusal !== null) throw refusal;
		const { failed } = await reopenImages(trx, job.id);
		if (key !== null) await setJobKey(trx, job.id, key);
		await resumeGenerationJob(trx, job.id, { now: ctx.clock(), reopenedImages: failed });
	});
	await enqueueAgain(ctx, retried);
	return retried;
}
