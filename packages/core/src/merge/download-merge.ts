import { safeFileName } from '@adx/validators/file-name';
import type { MergeJobInput } from '@adx/validators/merge';
import type { RequestContext } from '../platform/context.ts';
import type { ArchiveDownload } from '../platform/downloads/archive-download.ts';
import { openPackedArchive } from '../platform/downloads/packed-archive.ts';
import { requireCompleted, requireMerge } from './find-merge.ts';

/**
 * The Frozen Collection as one zip, computed from the index that the merge stored: no row that may change has a part in
 * it. 409 until the merge is completed.
 */
export async function openMergeDownload(ctx: RequestContext, input: MergeJobInput): Promise<ArchiveDownload> {
	const job = await requireMerge(ctx, input);
	requireCompleted(job);
	return openPackedArchive(ctx, job, `${safeFileName(job.projectName)}-merged-collection.zip`);
}
