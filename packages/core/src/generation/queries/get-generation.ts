import { listCoverImages } from '@adx/db/repositories/generation/generated-images';
import type { GenerationJob, JobInput } from '@adx/validators/generation';
import { coverImageCount } from '@adx/validators/limits';
import type { RequestContext } from '../../platform/context.ts';
import { requireJob } from './find-job.ts';
import { presentJob } from './present-job.ts';

/** One job with its cover images. */
export async function getGeneration(ctx: RequestContext, input: JobInput): Promise<GenerationJob> {
	const job = await requireJob(ctx, input);
	const covers = await listCoverImages(ctx.db, [job.id], coverImageCount);
	return presentJob(job, covers, ctx.clock());
}
