import { listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import { findMergeJob, type ListedMergeJob, listMergeJobs } from '@adx/db/repositories/merge/merge-jobs';
import { findSaleStages } from '@adx/db/repositories/sale/sales';
import type { MergeJob } from '@adx/validators/merge';
import type { PageInput } from '@adx/validators/paging';
import type { Scope } from '@adx/validators/scope';
import { ownerScope, type RequestContext } from '../platform/context.ts';
import { unknownCursor } from '../platform/errors.ts';
import { readInSlices } from '../platform/threads/read-in-slices.ts';
import { presentMerge } from './present-merge.ts';

const mergesPerSlice = 50;

/** Merges without images, newest first: the caller's own, or everybody's for a developer who asks. */
export async function listMerges(
	ctx: RequestContext,
	{ scope, ...page }: { readonly scope: Scope } & PageInput,
): Promise<MergeJob[]> {
	const owner = ownerScope(ctx, scope);
	const { cursor } = page;
	if (cursor !== undefined && (await findMergeJob(ctx.db, owner, cursor)) === undefined) throw unknownCursor();
	const now = ctx.clock();
	const present = async (jobs: readonly ListedMergeJob[]) => {
		const ids = jobs.map(({ id }) => id);
		const inputs = Map.groupBy(await listMergeInputs(ctx.db, ids), ({ mergeJobId }) => mergeJobId);
		const salePhases = await findSaleStages(ctx.db, ids);
		return jobs.map((job) =>
			presentMerge(job, { inputs: inputs.get(job.id) ?? [], salePhase: salePhases.get(job.id), now }),
		);
	};
	return readInSlices(mergesPerSlice, page, (slice) => listMergeJobs(ctx.db, owner, slice), present);
}
