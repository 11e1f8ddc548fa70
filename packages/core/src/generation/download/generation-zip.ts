import { buildCollectionArchive } from '@adx/collection/archive/collection-archive';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import type { ArchiveImageRow } from '@adx/db/repositories/generation/generated-images';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import { safeFileName } from '@adx/validators/file-name';
import type { JobInput } from '@adx/validators/generation/job-inputs';
import type { ExportOutcome } from '../../collection-tasks/collection-task.ts';
import { type LaidOutFiles, unpackFiles } from '../../collection-tasks/pack-files.ts';
import { createRecentCache } from '../../platform/cache.ts';
import type { RequestContext } from '../../platform/context.ts';
import { type ArchiveDownload, openArchive } from '../../platform/downloads/archive-download.ts';
import { AppError } from '../../platform/errors.ts';
import { getBuffers, parseJsonBatches } from '../../platform/threads/json-batches.ts';
import { createThreads } from '../../platform/threads/threads.ts';
import { requireJob } from '../queries/generations.ts';
import { readArchiveImages } from './read-archive-images.ts';
import type { ZipImage, ZipTask } from './zip-worker.ts';

/**
 * By job and its version: laying 10,000 images out takes about a second of a thread, and a download that is looked up,
 * started and resumed asks for the same one three times.
 */
const recentArchives = createRecentCache<LaidOutFiles>(3);

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
	const laidOut = await recentArchives(`${job.id}:${job.version}`, () => layOut(ctx, job));
	return openArchive(ctx, { fileName, ...laidOut });
}

/** So few images are laid out in some ms: a thread takes longer to start. */
const inlineImagesMax = 100;

const threads = createThreads<ZipTask, ExportOutcome>({
	worker: new URL('./zip-worker.ts', import.meta.url),
	max: 1,
	heapMb: ({ imageCount }) => 256 + imageCount * 0.02,
	transfer: ({ images }) => getBuffers(images),
	deadlineMs: 120_000,
	waitingPerAccountMax: 8,
	busyMessage: 'Several of your downloads are being prepared already. Try again in a few seconds.',
});

async function layOut(
	ctx: RequestContext,
	{ id, ownerId, projectName, seed }: GenerationJobRow,
): Promise<LaidOutFiles> {
	const { images, imageCount } = await readArchiveImages(ctx, { id }, toTaskImage);
	const facts = { projectName, seed };
	if (imageCount > inlineImagesMax) {
		return unpackFiles(await threads.run({ ...facts, images, imageCount }, { account: ownerId }));
	}
	const { entries, sources } = buildCollectionArchive({ ...facts, images: parseJsonBatches<ZipImage>(images) });
	return { layout: computeZipLayout(entries), sources };
}

/** Nothing else of a row goes to the thread. */
function toTaskImage({ tokenNumber, traits, dna, imageSeed, forgeVersion, ...image }: ArchiveImageRow): ZipImage {
	const { sha256, sizeBytes, crc32, mime } = image;
	return { tokenNumber, traits, dna, imageSeed, forgeVersion, sha256, sizeBytes, crc32, mime };
}
