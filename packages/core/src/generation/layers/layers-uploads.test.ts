import { generationOrderInput } from '@adx/validators/generation/generation-order';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLayersImageEngine } from '../../engines/layers/layers-engine.ts';
import { isStored } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { cleanUp } from '../../stats-and-cleanup/clean-up.ts';
import { sweepBlobs } from '../../uploads/cleanup/sweep-blobs.ts';
import { findMissingUploads } from '../../uploads/find-missing-uploads.ts';
import { readUploadUsage } from '../../uploads/upload-quota.ts';
import { deleteJob, getJobDeletion } from '../control/delete-job.ts';
import { driveJob } from '../generation-testing.ts';
import { startGeneration } from '../start/start-generation.ts';
import { createLayerFolder, toLayerList, uploadFolder } from './layers-testing.ts';

const test = useTestServices({ layers: createLayersImageEngine(1) });

const dayMs = 24 * 3_600_000;
const folder = createLayerFolder();
const files = toLayerList(folder).files.map(({ sha256 }) => sha256);
let ctx: RequestContext & { readonly gone: AbortSignal };
let list: string;

beforeEach(async () => {
	ctx = { ...(await test.contextOf({ role: 'developer' })), gone: new AbortController().signal };
	list = await uploadFolder(ctx, folder);
});

const order = () =>
	startGeneration(ctx, generationOrderInput.parse({ engine: 'layers', layers: list, batchSize: 2, seed: 'north' }));
async function make(): Promise<string> {
	const { jobId } = await order();
	await driveJob(ctx, jobId);
	return jobId;
}
let seconds = 0;
/** Counted again each time, as what was counted a few seconds ago counts. */
const unusedBytes = async () => {
	seconds += 10;
	const clock = () => new Date(Date.now() + seconds * 1_000);
	return (await readUploadUsage({ ...ctx, clock })).unusedBytes;
};
const storedLayers = async () => {
	const stored = await Promise.all([...files, list].map((sha256) => isStored(ctx, sha256)));
	return stored.filter(Boolean).length;
};
const inDays = (days: number) => ({ ...test.services, clock: () => new Date(Date.now() + days * dayMs) });
const freeUnused = () => cleanUp(ctx, { scope: 'own', uploadsOnly: true });

describe('the layers of a job', () => {
	it('are not unused uploads while it is there: they neither count nor are they deleted', async () => {
		await make();
		expect(await unusedBytes()).toBe(0);
		expect(await freeUnused()).toMatchObject({ deletedUploads: 0, freedBytes: 0 });
		for (const days of [8, 10]) await sweepBlobs(inDays(days));
		expect(await storedLayers()).toBe(files.length + 1);
	});

	it('stay as unused uploads once it is deleted, as the deletion says before, and can be ordered again', async () => {
		const jobId = await make();
		const { consequences } = await getJobDeletion(ctx, { jobId, scope: 'own' });
		expect(consequences.at(-1)).toBe(
			'The layers that were uploaded for it stay with the unused uploads, which count against the quota, so that they can be ordered again. They are deleted once they have not been used for 7 days; ‘Delete Unused Uploads’ under Database on the home page deletes them at once.',
		);
		await deleteJob(ctx, { jobId, scope: 'own' });
		expect(await unusedBytes()).toBe((files.length + 1) * 32_768);
		expect(await findMissingUploads(ctx, { hashes: [...files, list] })).toEqual({ missing: [] });
		await make();
		expect(await unusedBytes()).toBe(0);
	});

	it('are deleted at once, all of them, when unused uploads are', async () => {
		await deleteJob(ctx, { jobId: await make(), scope: 'own' });
		expect(await freeUnused()).toMatchObject({ deletedUploads: files.length + 1 });
		expect([await storedLayers(), await unusedBytes()]).toEqual([0, 0]);
		expect(await ctx.db.selectFrom('layerFiles').select('path').execute()).toEqual([]);
		// What was sent again is a folder like any other.
		await uploadFolder(ctx, folder);
		await make();
	});

	it('go by themselves once they have not been used for a week', async () => {
		await deleteJob(ctx, { jobId: await make(), scope: 'own' });
		await sweepBlobs(inDays(6));
		expect(await storedLayers()).toBe(files.length + 1);
		// Forgotten, the list deleted after a day, and its layers, which nothing keeps any more, after another.
		for (const days of [8, 10, 12, 14]) await sweepBlobs(inDays(days));
		expect([await storedLayers(), await unusedBytes()]).toEqual([0, 0]);
	});

	it('stay in use, and the deletion says so, where another job is composed of them', async () => {
		const [jobId, other] = [await make(), await make()];
		const { consequences } = await getJobDeletion(ctx, { jobId, scope: 'own' });
		expect(consequences.at(-1)).toBe('The layers that were uploaded for it stay, as another job is composed of them.');
		await deleteJob(ctx, { jobId, scope: 'own' });
		expect([await unusedBytes(), await storedLayers()]).toEqual([0, files.length + 1]);
		expect(await freeUnused()).toMatchObject({ deletedUploads: 0 });
		expect((await getJobDeletion(ctx, { jobId: other, scope: 'own' })).consequences.at(-1)).toMatch(/unused uploads/);
	});

	it('that somebody else uploaded too stay theirs', async () => {
		const other = await test.contextOf({ role: 'developer' });
		await uploadFolder(other, folder);
		await deleteJob(ctx, { jobId: await make(), scope: 'own' });
		await freeUnused();
		expect(await storedLayers()).toBe(files.length + 1);
		expect(await findMissingUploads(other, { hashes: files })).toEqual({ missing: [] });
	});
});
