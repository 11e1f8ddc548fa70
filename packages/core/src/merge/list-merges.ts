import { listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import { type ListedMergeJob, listMergeJobs } from '@adx/db/repositories/merge/merge-jobs';
import { findSalePhases } from '@adx/db/repositories/sale/sales';
import type { Scope } from '@adx/validators/generation';
import type { MergeJob } from '@adx/validators/merge';
import { ownerScope, type RequestContext } from '../platform/context.ts';
import { readPages } from '../platform/threads/yield-to-event-loop.ts';
import { presentMerge } from './present-merge.ts';

const mergesPerPage = 50;

/** Merges without images, newest first: the caller's own, or everybody's for a developer who asks. */
export async function listMerges(ctx: RequestContext, { scope }: { readonly scope: Scope }): Promise<MergeJob[]> {
	const owner = ownerScope(ctx, scope);
	const now = ctx.clock();
	const present = async (jobs: readonly ListedMergeJob[]) => {
		const ids = jobs.map(({ id }) => id);
		const inputs = Map.groupBy(await listMergeInputs(ctx.db, ids), ({ mergeJobId }) => mergeJobId);
		const salePhases = await findSalePhases(ctx.db, ids);
		return jobs.map((job) =>
			presentMerge(job, { inputs: inputs.get(job.id) ?? [], salePhase: salePhases.get(job.id), now }),
		);
	};
	return readPages(mergesPerPage, (page) => listMergeJobs(ctx.db, owner, page), present);
}
