import { listCoverImages } from '@adx/db/repositories/generation/generated-images';
import { listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import type { GenerationJob } from '@adx/validators/generation';
import { coverImageCount } from '@adx/validators/limits';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { nextSlice } from '../../platform/limits/next-slice.ts';
import { presentJob } from './present-job.ts';

/** Read at a time: the embedded database works on the thread that answers calls. */
const jobsPerSlice = 100;

/** Jobs with their covers, newest first: the caller's own, or everybody's for a developer who asks. */
export async function listGenerations(
	ctx: RequestContext,
	input: { readonly scope: 'own' | 'all' },
): Promise<GenerationJob[]> {
	const owner = ownerScope(ctx, input.scope);
	const now = ctx.clock();
	// By id, since a job that is started meanwhile moves all others by a place.
	const presented = new Map<string, GenerationJob>();
	for (let from = 0; ; from += jobsPerSlice) {
		if (from > 0) await nextSlice();
		const jobs = await listGenerationJobs(ctx.db, owner, { from, limit: jobsPerSlice });
		const ids = jobs.map((job) => job.id);
		const covers = Map.groupBy(await listCoverImages(ctx.db, ids, coverImageCount), (image) => image.jobId);
		for (const job of jobs) presented.set(job.id, presentJob(job, covers.get(job.id) ?? [], now));
		if (jobs.length < jobsPerSlice) return [...presented.values()];
	}
}
