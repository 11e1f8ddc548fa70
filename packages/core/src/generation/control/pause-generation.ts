import { pauseGenerationJob } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJob } from '@adx/validators/generation';
import type { ControlJobInput } from '@adx/validators/job-control';
import type { RequestContext } from '../../platform/context.ts';
import { controlJob, jobCancelling, jobEnded } from './control-job.ts';

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
