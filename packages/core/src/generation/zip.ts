import { buildCollectionArchive } from '@adx/collection/archive';
import type { ArchiveSource } from '@adx/collection/archive-file';
import { computeZipLayout, type ZipLayout } from '@adx/collection/zip-layout';
import { listArchiveImages } from '@adx/db/repositories/generated-images';
import type { GenerationJobRow } from '@adx/db/schema';
import { safeFileName } from '@adx/validators/file-name';
import type { JobInput } from '@adx/validators/generation';
import type { RequestContext } from '../context.ts';
import { type ArchiveDownload, openArchive } from '../downloads.ts';
import { AppError } from '../errors.ts';
import { requireJob } from './find-job.ts';

interface LaidOut {
	readonly layout: ZipLayout;
	readonly sources: readonly ArchiveSource[];
}

/**
 * The archives asked for last, by job and its version, newest last: laying 10,000 images out takes about a
 * second, and a download that is looked up, begun and resumed asks three times for the same one.
 */
const recentArchives = new Map<string, Promise<LaidOut>>();
const recentArchivesMax = 3;

/**
 * The whole collection as one zip, computed from what is recorded and never written anywhere.
 * 409 while the job runs or when it holds no image.
 */
export async function openGenerationZip(ctx: RequestContext, input: JobInput): Promise<ArchiveDownload> {
	const job = await requireJob(ctx, input);
	if (job.phase === 'queued' || job.phase === 'running' || job.phase === 'cancelling') {
		const message = 'This collection is still being generated. Download it when it is finished.';
		throw new AppError('CONFLICT', { reason: 'job_running', message });
	}
	const fileName = `${safeFileName(job.projectName ?? '')}_complete.zip`;
	return openArchive(ctx, { fileName, ...(await layOutOnce(ctx, job)) });
}

function layOutOnce(ctx: RequestContext, job: GenerationJobRow): Promise<LaidOut> {
	const key = `${job.id}:${job.version}`;
	const archive = recentArchives.get(key) ?? layOut(ctx, job);
	recentArchives.delete(key);
	recentArchives.set(key, archive);
	archive.catch(() => recentArchives.delete(key));
	const [oldest] = recentArchives.keys();
	if (recentArchives.size > recentArchivesMax && oldest !== undefined) recentArchives.delete(oldest);
	return archive;
}

async function layOut({ db }: RequestContext, { id, projectName, seed }: GenerationJobRow): Promise<LaidOut> {
	const images = await listArchiveImages(db, id);
	if (images.length === 0) {
		throw new AppError('CONFLICT', { reason: 'job_without_images', message: 'This collection holds no images.' });
	}
	const { entries, sources } = buildCollectionArchive({ projectName, seed, images });
	return { layout: computeZipLayout(entries), sources };
}
