import { updateMergeListing } from '@adx/db/repositories/merge/merge-jobs';
import type { ControlMergeInput, MergeJob } from '@adx/validators/merge';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { requireMerge } from './find-merge.ts';
import { presentWithImages } from './get-merge.ts';

/** Keeps the caller's merge out of the gallery, before it is finished too. */
export function hideMerge(ctx: RequestContext, input: ControlMergeInput): Promise<MergeJob> {
	return setHidden(ctx, input, true);
}

/** Lets the gallery show the caller's merge again. */
export function showMerge(ctx: RequestContext, input: ControlMergeInput): Promise<MergeJob> {
	return setHidden(ctx, input, false);
}

async function setHidden(ctx: RequestContext, { jobId }: ControlMergeInput, hidden: boolean): Promise<MergeJob> {
	const { userId } = requireActor(ctx);
	const { id } = await requireMerge(ctx, { jobId, scope: 'own' });
	const job = await updateMergeListing(ctx.db, userId, id, { hidden });
	if (job === undefined) throw notFound('merge');
	return presentWithImages(ctx, job);
}
