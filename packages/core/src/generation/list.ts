import { listCoverImages } from '@adx/db/repositories/generated-images';
import { listGenerationJobs } from '@adx/db/repositories/generation-jobs';
import type { GenerationJob } from '@adx/validators/generation';
import { coverImageCount } from '@adx/validators/limits';
import { ownerScope, type RequestContext } from '../context.ts';
import { presentJob } from './present-job.ts';

/** Jobs with their covers, newest first: the caller's own, or everybody's for a developer who asks. */
export async function listGenerations(
	ctx: RequestContext,
	input: { readonly scope: 'own' | 'all' },
): Promise<GenerationJob[]> {
	const jobs = await listGenerationJobs(ctx.db, ownerScope(ctx, input.scope));
	const covers = Map.groupBy(
		await listCoverImages(
			ctx.db,
			jobs.map((job) => job.id),
			coverImageCount,
		),
		(image) => image.jobId,
	);
	const now = ctx.clock();
	return jobs.map((job) => presentJob(job, covers.get(job.id) ?? [], now));
}
