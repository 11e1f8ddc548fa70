import { clearJobKey, startCancelling } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJob } from '@adx/validators/generation';
import type { ControlJobInput } from '@adx/validators/job-control';
import type { RequestContext } from '../../platform/context.ts';
import { finishCancelling, withdrawRegenerations } from '../run/finish-attempt.ts';
import { controlJob, jobEnded } from './control-job.ts';

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
