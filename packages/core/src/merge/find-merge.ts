import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { MergeJobInput } from '@adx/validators/merge';
import { isRowId } from '../generation/queries/find-job.ts';
import { ownerScope, type RequestContext } from '../platform/context.ts';
import { AppError, notFound } from '../platform/errors.ts';

/** The caller's merge, or anybody's for a developer who asks for all; everybody else's is 404. */
export async function requireMerge(ctx: RequestContext, { jobId, scope }: MergeJobInput): Promise<MergeJobRow> {
	const owner = ownerScope(ctx, scope);
	const job = isRowId(jobId) ? await findMergeJob(ctx.db, owner, jobId) : undefined;
	if (job === undefined) throw notFound('merge');
	return job;
}

/** 409 unless the merge came to a good end. */
export function requireCompleted({ status, errorMessage }: Pick<MergeJobRow, 'status' | 'errorMessage'>): void {
	if (status === 'completed') return;
	if (status === 'processing') {
		const message = 'This collection is still being merged. Come back when it is finished.';
		throw new AppError('CONFLICT', { reason: 'merge_running', message });
	}
	throw new AppError('CONFLICT', { reason: 'merge_failed', message: errorMessage ?? 'This merge failed.' });
}
