import { listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import { listFirstMergedImages } from '@adx/db/repositories/merge/merged-images';
import { findSalePhases } from '@adx/db/repositories/sale/sales';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import { mergePreviewImages } from '@adx/validators/limits';
import type { MergeJob, MergeJobInput } from '@adx/validators/merge';
import type { RequestContext } from '../platform/context.ts';
import { requireMerge } from './find-merge.ts';
import { presentMerge } from './present-merge.ts';

/** One merge with its first images. */
export async function getMerge(ctx: RequestContext, input: MergeJobInput): Promise<MergeJob> {
	return presentWithImages(ctx, await requireMerge(ctx, input));
}

/** The API's view of a merge with its first images, which an unfinished one has none of. */
export async function presentWithImages({ db, clock }: RequestContext, job: MergeJobRow): Promise<MergeJob> {
	const inputs = await listMergeInputs(db, [job.id]);
	const images = job.status === 'completed' ? await listFirstMergedImages(db, job.id, mergePreviewImages) : [];
	const salePhase = (await findSalePhases(db, [job.id])).get(job.id);
	return presentMerge(job, { inputs, images, salePhase, now: clock() });
}
