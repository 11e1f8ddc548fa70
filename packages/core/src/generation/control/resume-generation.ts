import { clearRetryDelays } from '@adx/db/repositories/generation/image-review';
import { resumeGenerationJob, setJobKey } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJob } from '@adx/validators/generation';
import type { ContinueJobInput } from '@adx/validators/job-control';
import type { RequestContext } from '../../platform/context.ts';
import { findStorageError } from '../../platform/storage/free-space.ts';
import { controlJob, enqueueAgain, getNextKey, jobCancelling, jobEnded } from './control-job.ts';

/**
 * Lets a paused job run on, with the key that comes with the call where it needs one (400 `key_required`). A running
 * job stays as it is; 409 `job_ended` for one that ended, `storage_away` or `storage_full` while nothing can be stored.
 */
export async function resumeGeneration(ctx: RequestContext, input: ContinueJobInput): Promise<GenerationJob> {
	const refusal = await findStorageError(ctx, { afresh: true });
	const resumed = await controlJob(ctx, input.jobId, async (trx, job) => {
		if (job.phase === 'queued' || job.phase === 'running') return;
		if (job.phase === 'cancelling') throw jobCancelling();
		if (job.phase !== 'paused') throw jobEnded('This collection has ended. Retry what is missing instead.');
		const key = getNextKey(ctx, job, input.geminiApiKey);
		if (refusal !== null) throw refusal;
		await clearRetryDelays(trx, job.id);
		if (key !== null) await setJobKey(trx, job.id, key);
		await resumeGenerationJob(trx, job.id, { now: ctx.clock() });
	});
	await enqueueAgain(ctx, resumed);
	return resumed;
}
