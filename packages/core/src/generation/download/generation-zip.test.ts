import { buildCollectionArchive } from '@adx/collection/archive/collection-archive';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { listArchiveImages } from '@adx/db/repositories/generation/generated-images';
import { expect, it } from 'vitest';
import { readDownload } from '../../merge/merge-testing.ts';
import { createPixelEngine } from '../../platform/services-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { startGeneration } from '../start/start-generation.ts';
import { openGenerationZip } from './generation-zip.ts';

const test = useTestServices({ forge: createPixelEngine() });

it.each([100, 101])('the archive of %i images is the same wherever it is laid out', async (count) => {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId, job } = await startGeneration(ctx, createRequest(count));
	await driveJob(ctx, jobId);
	const images = await listArchiveImages(ctx.db, jobId);
	expect(images).toHaveLength(count);
	const { projectName, seed } = job;
	const here = computeZipLayout(buildCollectionArchive({ projectName, seed, images }).entries);
	const download = await openGenerationZip(ctx, { jobId, scope: 'own' });
	expect(download).toMatchObject({ etag: `"${here.etag}"`, totalBytes: here.totalBytes });
	expect((await readDownload(download)).byteLength).toBe(here.totalBytes);
});
