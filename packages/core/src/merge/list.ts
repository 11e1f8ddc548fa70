import { listMergeInputs } from '@adx/db/repositories/merge-inputs';
import { listMergeJobs } from '@adx/db/repositories/merge-jobs';
import { findSalePhases } from '@adx/db/repositories/sales';
import type { Scope } from '@adx/validators/generation';
import type { MergeJob } from '@adx/validators/merge';
import { ownerScope, type RequestContext } from '../context.ts';
import { presentMerge } from './present-merge.ts';

/** Merges without images, newest first: the caller's own, or everybody's for a developer who asks. */
export async function listMerges(ctx: RequestContext, { scope }: { readonly scope: Scope }): Promise<MergeJob[]> {
	const jobs = await listMergeJobs(ctx.db, ownerScope(ctx, scope));
	const ids = jobs.map(({ id }) => id);
	const inputs = Map.groupBy(await listMergeInputs(ctx.db, ids), ({ mergeJobId }) => mergeJobId);
	const salePhases = await findSalePhases(ctx.db, ids);
	const now = ctx.clock();
	return jobs.map((job) =>
		presentMerge(job, { inputs: inputs.get(job.id) ?? [], salePhase: salePhases.get(job.id), now }),
	);
}
