import { findTokenNumberAtOffset, listCoverImages, listImages } from '@adx/db/repositories/generation/generated-images';
import { listGenerationJobs } from '@adx/db/repositories/generation/generation-jobs';
import type { GeneratedImage, GenerationJob, ImageListInput, JobInput } from '@adx/validators/generation';
import { coverImageCount } from '@adx/validators/limits';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { nextSlice } from '../../platform/limits/next-slice.ts';
import { requireJob } from './find-job.ts';
import { presentImage, presentJob } from './present-job.ts';

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

/** One job with its cover images. */
export async function getGeneration(ctx: RequestContext, input: JobInput): Promise<GenerationJob> {
	const job = await requireJob(ctx, input);
	const covers = await listCoverImages(ctx.db, [job.id], coverImageCount);
	return presentJob(job, covers, ctx.clock());
}

/** Read at a time: the embedded database works on the thread that answers calls. */
const rowsPerSlice = 100;

/** Images of a job in token order, those still to be drawn included: their traits are known already. */
export async function listGeneratedImages(ctx: RequestContext, input: ImageListInput): Promise<GeneratedImage[]> {
	const job = await requireJob(ctx, input);
	const wanted = input.limit ?? job.batchSize;
	const images: GeneratedImage[] = [];
	// Numbers are missing where images were deleted. By number a slice is found at once, by place only past all before it.
	let first = input.from === 0 ? 1 : await findTokenNumberAtOffset(ctx.db, job.id, input.from);
	while (first !== undefined && first <= job.batchSize && images.length < wanted) {
		if (images.length > 0) await nextSlice();
		const last: number = first + Math.min(wanted - images.length, rowsPerSlice) - 1;
		for (const image of await listImages(ctx.db, job.id, { first, last })) images.push(presentImage(image, job));
		first = last + 1;
	}
	return images;
}
