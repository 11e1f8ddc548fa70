import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { markDamagedBlob } from '@adx/db/repositories/platform/blob-damage';
import { generationOrderInput } from '@adx/validators/generation/generation-order';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLayersImageEngine } from '../../engines/layers/layers-engine.ts';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { driveJob } from '../generation-testing.ts';
import { getGeneration, listGeneratedImages } from '../queries/generations.ts';
import { readImage } from '../queries/read-image.ts';
import { setReferences } from '../references/set-references.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImage, regenerateImages } from '../versions/regenerate-images.ts';
import { lockImage, markImage } from '../versions/review-images.ts';
import { createLayerFolder, toLayerList, uploadFolder } from './layers-testing.ts';

// What is composed again is read again.
const test = useTestServices({ layers: createLayersImageEngine(1, { cacheBytes: 0 }) });

let ctx: RequestContext;
let jobId: string;
let ids: readonly string[];
let hashes: readonly string[];

/** Three images of layers that are done. */
beforeEach(async () => {
	ctx = await test.contextOf({ role: 'developer' });
	const layers = await uploadFolder(ctx, createLayerFolder());
	const order = generationOrderInput.parse({ engine: 'layers', layers, batchSize: 3, seed: 'north' });
	({ jobId } = await startGeneration(ctx, order));
	await driveJob(ctx, jobId);
	const images = await listImages(ctx.db, jobId);
	ids = images.map(({ id }) => id);
	hashes = images.map(({ blobSha256 }) => blobSha256!);
});

const job = () => getGeneration(ctx, { jobId, scope: 'own' });
const listed = () => listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 });
const readHash = async (place: number) => {
	const image = await readImage(ctx, { imageId: ids[place]!, size: 'full', scope: 'own' });
	return createHash('sha256')
		.update(await buffer(await image.open()))
		.digest('hex');
};
/** As after a read that found the file gone, and a repair that failed. */
async function lose(place: number): Promise<void> {
	await test.files.damage(hashes[place]!, 'deleted');
	await markDamagedBlob(ctx.db, hashes[place]!, new Date());
}

describe('an image of own layers', () => {
	it('is not made again, which would be the very same picture, and says so', async () => {
		await expect(regenerateImage(ctx, { imageId: ids[0]! })).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'same_picture',
			message:
				'Made again of your own layers, this would be the very same picture. Change the layers or the plan and order again for another one.',
		});
		await markImage(ctx, { imageId: ids[0]!, mark: 'rejected' });
		await markImage(ctx, { imageId: ids[1]!, mark: 'rejected' });
		const all = { reason: 'same_picture', message: expect.stringMatching(/these would be the very same pictures/) };
		await expect(regenerateImages(ctx, { jobId, imageIds: 'rejected' })).rejects.toMatchObject(all);
		await expect(regenerateImages(ctx, { jobId, imageIds: [...ids] })).rejects.toMatchObject(all);
		expect(await job()).toMatchObject({ phase: 'done', redraws: 0 });
	});

	it('is made again where its file is lost, the others left out, and is the same picture', async () => {
		await lose(1);
		expect((await listed()).map(({ isDamaged }) => isDamaged)).toEqual([false, true, false]);
		expect((await job()).damagedImages).toEqual({ all: 1, toRegenerate: 1, frozen: 0, locked: 0 });
		expect(await regenerateImages(ctx, { jobId, imageIds: [...ids] })).toMatchObject({ redraws: 1 });
		await driveJob(ctx, jobId);
		expect((await listImages(ctx.db, jobId)).map(({ blobSha256 }) => blobSha256)).toEqual(hashes);
		expect((await listed()).map(({ isDamaged }) => isDamaged)).toEqual([false, false, false]);
		expect(await job()).toMatchObject({ phase: 'done', redraws: 0, damagedImages: null });
		expect(await readHash(1)).toBe(hashes[1]);
	});

	it('is made again by the verb about one image, and with `ifDamaged`', async () => {
		await lose(0);
		expect(await regenerateImage(ctx, { imageId: ids[0]! })).toMatchObject({ isRedrawing: true });
		await lose(2);
		const many = { jobId, imageIds: [...ids], ifDamaged: true };
		expect(await regenerateImages(ctx, many)).toMatchObject({ redraws: 2 });
		await driveJob(ctx, jobId);
		await expect(regenerateImages(ctx, many)).rejects.toMatchObject({ reason: 'nothing_to_retry' });
	});

	it('whose file came back meanwhile is whole, and not made again', async () => {
		const bytes = await test.files.read(hashes[0]!);
		await lose(0);
		await test.files.overwrite(hashes[0]!, bytes);
		await expect(regenerateImage(ctx, { imageId: ids[0]! })).rejects.toMatchObject({ reason: 'same_picture' });
		expect((await listed())[0]).toMatchObject({ isDamaged: false });
	});

	it('that is lost and locked stays locked', async () => {
		await lose(0);
		await lockImage(ctx, { imageId: ids[0]! });
		await expect(regenerateImage(ctx, { imageId: ids[0]! })).rejects.toMatchObject({ reason: 'image_locked' });
	});

	it('that is lost with its layers says which is missing, and is there again once they were sent again', async () => {
		await lose(0);
		for (const { sha256 } of toLayerList(createLayerFolder()).files) await test.files.damage(sha256, 'deleted');
		await regenerateImage(ctx, { imageId: ids[0]! });
		await driveJob(ctx, jobId);
		const [image] = await listed();
		expect(image).toMatchObject({ isDamaged: true, isRedrawing: false, failure: 'engine' });
		expect(image!.failureMessage).toMatch(/^The layer 'layers\/.*\.png' is missing or damaged in storage\./);
		await uploadFolder(ctx, createLayerFolder());
		await regenerateImage(ctx, { imageId: ids[0]! });
		await driveJob(ctx, jobId);
		expect((await listed())[0]).toMatchObject({ isDamaged: false, failure: null });
		expect(await readHash(0)).toBe(hashes[0]);
	});

	it('takes no references, so that nothing is like another', async () => {
		const refused = setReferences(ctx, { jobId, references: [{ imageId: ids[0]! }] });
		await expect(refused).rejects.toMatchObject({ code: 'INVALID', message: 'Own layers takes no reference images.' });
	});
});
