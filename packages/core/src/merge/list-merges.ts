import { listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import { listMergeJobs } from '@adx/db/repositories/merge/merge-jobs';
import { findSalePhases } from '@adx/db/repositories/sale/sales';
import type { Scope } from '@adx/validators/generation';
import type { MergeJob } from '@adx/validators/merge';
import { ownerScope, type RequestContext } from '../platform/context.ts';
import { nextSlice } from '../platform/limits/next-slice.ts';
import { presentMerge } from './present-merge.ts';

/** Read at a time: the embedded database works on the thread that answers calls. */
const mergesPerSlice = 50;

/** Merges without images, newest first: the caller's own, or everybody's for a developer who asks. */
export async function listMerges(ctx: RequestContext, { scope }: { readonly scope: Scope }): Promise<MergeJob[]> {
	const owner = ownerScope(ctx, scope);
	const now = ctx.clock();
	// By id, since a merge that is started meanwhile moves all others by a place.
	const presented = new Map<string, MergeJob>();
	for (let from = 0; ; from += mergesPerSlice) {
		if (from > 0) await nextSlice();
		const jobs = await listMergeJobs(ctx.db, owner, { from, limit: mergesPerSlice });
		const ids = jobs.map(({ id }) => id);
		const inputs = Map.groupBy(await listMergeInputs(ctx.db, ids), ({ mergeJobId }) => mergeJobId);
		const salePhases = await findSalePhases(ctx.db, ids);
		for (const job of jobs) {
			const facts = { inputs: inputs.get(job.id) ?? [], salePhase: salePhases.get(job.id), now };
			presented.set(job.id, presentMerge(job, facts));
		}
		if (jobs.length < mergesPerSlice) return [...presented.values()];
	}
}
