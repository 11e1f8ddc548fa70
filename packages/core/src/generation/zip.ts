import { buildCollectionArchive } from '@adx/collection/archive';
import { computeZipLayout } from '@adx/collection/zip-layout';
import { listArchiveImages } from '@adx/db/repositories/generated-images';
import { safeFileName } from '@adx/validators/file-name';
import type { RequestContext } from '../context.ts';
import { type ArchiveDownload, createArchiveDownload } from '../downloads.ts';
import { AppError } from '../errors.ts';
import { requireJob } from './find-job.ts';

/**
 * The whole collection as one zip, computed from what is recorded and never written anywhere.
 * 409 while the job runs or when it holds no image.
 */
export async function openGenerationZip(
	ctx: RequestContext,
	input: { readonly jobId: string },
): Promise<ArchiveDownload> {
	const job = await requireJob(ctx, input.jobId);
	if (job.phase === 'queued' || job.phase === 'running' || job.phase === 'cancelling') {
		const message = 'This collection is still being generated. Download it when it is finished.';
		throw new AppError('CONFLICT', { reason: 'job_running', message });
	}
	const images = await listArchiveImages(ctx.db, job.id);
	if (images.length === 0) {
		throw new AppError('CONFLICT', { reason: 'job_without_images', message: 'This collection holds no images.' });
	}
	const archive = buildCollectionArchive({ projectName: job.projectName, seed: job.seed, images });
	return createArchiveDownload({
		storage: ctx.storage,
		fileName: `${safeFileName(job.projectName ?? '')}_complete.zip`,
		layout: computeZipLayout(archive.entries),
		sources: archive.sources,
	});
}
