import { listImages } from '@adx/db/repositories/generation/generated-images';
import { markDamagedBlob } from '@adx/db/repositories/platform/blob-damage';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import { addPreparedMint } from '@adx/db/testing/rows-testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../../platform/context.ts';
import { createPixelEngine } from '../../platform/services-testing.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { createRequest, createScriptedEngine, driveJob } from '../generation-testing.ts';
import { getGeneration, listGeneratedImages, listGenerations } from '../queries/generations.ts';
import { readImage } from '../queries/read-image.ts';
import { startGeneration } from '../start/start-generation.ts';
import { regenerateImage, regenerateImages } from './regenerate-images.ts';
import { lockImage } from './review-images.ts';
import { chooseVersion } from './versions.ts';

const apiKey = 'AIza-canary-1234567890';
const painter = createScriptedEngine();
const test = useTestServices({ forge: createPixelEngine(), gemini: painter.engine });

let ctx: RequestContext;
let jobId: string;
let ids: readonly string[];
let hashes: readonly string[];

/** A job that is done. */
async function generate(batchSize: number, key?: string): Promise<void> {
	ctx = await test.contextOf({ role: 'developer' });
	painter.script(() => {});
	({ jobId } = await startGeneration(ctx, createRequest(batchSize, key)));
	await driveJob(ctx, jobId);
	const images = await listImages(ctx.db, jobId);
	ids = images.map(({ id }) => id);
	hashes = images.map(({ blobSha256 }) => blobSha256!);
	painter.script(() => {});
}

const job = () => getGeneration(ctx, { jobId, scope: 'own' });
const damagedIds = async () =>
	(await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 })).flatMap(({ id, isDamaged }) =>
		isDamaged ? [id] : [],
	);
const open = async (place: number) =>
	(await readImage(ctx, { imageId: ids[place]!, size: 'full', scope: 'own' })).open();
const regenerate = (places: readonly number[]) =>
	regenerateImages(ctx, {
		jobId,
		imageIds: places.map((place) => ids[place]!),
		ifDamaged: true,
		geminiApiKey: apiKey,
	});
/** Loses the files, and has each asked for once. */
async function lose(...places: readonly number[]): Promise<void> {
	for (const place of places) {
		await test.files.damage(hashes[place]!, 'deleted');
		await expect(open(place)).rejects.toMatchObject({ code: 'UPSTREAM', reason: 'file_damaged' });
	}
}

describe('painted pictures that are missing or damaged', () => {
	beforeEach(() => generate(5, apiKey));

	it('are told with their images and their job, until another version takes their place', async () => {
		expect([await damagedIds(), (await job()).damagedImages]).toEqual([[], null]);
		await lose(1, 3);
		expect(await damagedIds()).toEqual([ids[1], ids[3]]);
		expect((await job()).damagedImages).toEqual({ all: 2, toRegenerate: 2, frozen: 0, locked: 0 });
		const [listed] = await listGenerations(ctx, { scope: 'own' });
		expect(listed!.damagedImages).toBeNull();
		expect(listed!.generatedImages.map(({ isDamaged }) => isDamaged)).toEqual([false, true, false, true]);

		const asked = await regenerate([1, 3]);
		expect(asked).toMatchObject({ redraws: 2, damagedImages: { all: 2, toRegenerate: 0 } });
		// Of two tabs that ask for the same the second finds it asked for.
		expect(await regenerate([1, 3])).toMatchObject({ redraws: 2 });
		await driveJob(ctx, jobId);
		expect(painter.calls).toHaveLength(2);
		expect([await damagedIds(), (await job()).damagedImages]).toEqual([[], null]);
		// And one that has not heard of it pays nothing.
		await expect(regenerate([1, 3])).rejects.toMatchObject({ code: 'CONFLICT', reason: 'nothing_to_retry' });
		await driveJob(ctx, jobId);
		expect(painter.calls).toHaveLength(2);
		await chooseVersion(ctx, { imageId: ids[1]!, version: 1 });
		expect(await damagedIds()).toEqual([ids[1]]);
	});

	it('are not made again, and lose their marks, where the file came back meanwhile', async () => {
		const bytes = await test.files.read(hashes[0]!);
		await lose(0, 2);
		await test.files.overwrite(hashes[0]!, bytes);
		expect(await regenerate([0, 2])).toMatchObject({ redraws: 1, damagedImages: { all: 1, toRegenerate: 0 } });
		await driveJob(ctx, jobId);
		expect(painter.calls).toHaveLength(1);
		expect(await findBlob(ctx.db, hashes[0]!)).toMatchObject({ damagedAt: null });
		const single = regenerateImage(ctx, { imageId: ids[0]!, ifDamaged: true, geminiApiKey: apiKey });
		await expect(single).rejects.toMatchObject({
			reason: 'nothing_to_retry',
			message: 'The stored pictures are intact again, so nothing has to be regenerated.',
		});
		// Without it the caller wants another picture, whatever there is.
		expect(await regenerateImage(ctx, { imageId: ids[0]!, geminiApiKey: apiKey })).toMatchObject({ isRedrawing: true });
	});

	it('count as what asking for all of them orders, in every state of a job', async () => {
		const states: readonly Pick<GenerationJobRow, 'phase' | 'status'>[] = [
			{ phase: 'queued', status: 'pending' },
			{ phase: 'running', status: 'generating' },
			{ phase: 'done', status: 'completed' },
			{ phase: 'partial', status: 'completed' },
			{ phase: 'cancelled', status: 'completed' },
			{ phase: 'failed', status: 'failed' },
		];
		await lose(0, 1, 2, 3);
		await lockImage(ctx, { imageId: ids[0]! });
		await addPreparedMint(ctx.db, ctx.actor!.userId, { imageId: ids[1]! });
		await regenerateImage(ctx, { imageId: ids[2]!, geminiApiKey: apiKey });
		for (const state of states) {
			await ctx.db.updateTable('generatedImages').set({ redraw: false }).where('id', '=', ids[3]!).execute();
			await ctx.db
				.updateTable('generationJobs')
				.set({ ...state, redraws: 1 })
				.execute();
			const { damagedImages } = await job();
			expect([state.phase, damagedImages]).toEqual([state.phase, { all: 4, toRegenerate: 1, frozen: 1, locked: 1 }]);
			expect(await regenerate([0, 1, 2, 3])).toMatchObject({ redraws: 1 + damagedImages!.toRegenerate });
		}
	});

	it('are rejected with the reason where none can be made again', async () => {
		await lose(0, 1);
		await lockImage(ctx, { imageId: ids[0]! });
		await expect(regenerate([0])).rejects.toMatchObject({ reason: 'image_locked' });
		await addPreparedMint(ctx.db, ctx.actor!.userId, { imageId: ids[1]! });
		await expect(regenerate([0, 1])).rejects.toMatchObject({ reason: 'mint_under_way' });
		await expect(regenerate([2])).rejects.toMatchObject({ reason: 'nothing_to_retry' });
		expect((await job()).redraws).toBe(0);
	});
});

it('free pictures are never told as damaged: they are drawn again by themselves', async () => {
	await generate(2);
	await markDamagedBlob(ctx.db, hashes[0]!, new Date());
	expect([await damagedIds(), (await job()).damagedImages]).toEqual([[], null]);
	await expect(regenerate([0])).rejects.toMatchObject({ reason: 'nothing_to_retry' });
});
