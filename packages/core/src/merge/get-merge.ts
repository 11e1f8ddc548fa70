import { listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import { listFirstMergedImages } from '@adx/db/repositories/merge/merged-images';
import { findSaleStages } from '@adx/db/repositories/sale/sales';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import { safeFileName } from '@adx/validators/file-name';
import { mergePreviewImages } from '@adx/validators/limits';
import type { MergeJob, MergeJobInput } from '@adx/validators/merge';
import { ownerScope, type RequestContext } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { openPackedArchive } from '../platform/downloads/packed-archive.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { isRowId } from '../platform/ids.ts';
import { withMergeLease } from './merge-downloads.ts';
import { presentMerge } from './present-merge.ts';

/** One merge with its first images. */
export async function getMerge(ctx: RequestContext, input: MergeJobInput): Promise<MergeJob> {
	return presentWithImages(ctx, await requireMerge(ctx, input));
}

/** The API's view of a merge with its first images, which an unfinished one has none of. */
export async function presentWithImages({ db, clock }: RequestContext, job: MergeJobRow): Promise<MergeJob> {
	const inputs = await listMergeInputs(db, [job.id]);
	const images = job.status === 'completed' ? await listFirstMergedImages(db, job.id, mergePreviewImages) : [];
	const salePhase = (await findSaleStages(db, [job.id])).get(job.id);
	return presentMerge(job, { inputs, images, salePhase, now: clock() });
}

/**
 * The Frozen Collection as one zip, computed from the index that the merge stored: no row that may change has a part in
 * it. 409 until the merge is completed.
 */
export async function openMergeDownload(ctx: RequestContext, input: MergeJobInput): Promise<ArchiveDownload> {
	const job = await requireMerge(ctx, input);
	requireCompleted(job);
	const fileName = `${safeFileName(job.projectName)}-merged-collection.zip`;
	return withMergeLease(ctx, job.id, () => openPackedArchive(ctx, job, fileName));
}

/** The caller's merge, or anybody's for a developer who asks for all; everybody else's is 404. */
export async function requireMerge(
	ctx: Pick<RequestContext, 'db' | 'actor' | 'hasAuthorization'>,
	{ jobId, scope }: MergeJobInput,
): Promise<MergeJobRow> {
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
