import { listImages } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPixelEngine, createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { startGeneration } from '../start/start-generation.ts';
import { reviewImages } from './review-images.ts';

let test: TestServices;
beforeAll(async () => {
	test = await createTestServices({ forge: createPixelEngine(async () => {}) });
});
beforeEach(() => test.clear());
afterAll(() => test.close());

async function make(batchSize: number, isDrawn = true) {
	const ctx = await test.contextOf({ role: 'developer' });
	const { jobId } = await startGeneration(ctx, createRequest(batchSize));
	if (isDrawn) await driveJob(ctx, jobId);
	const images = () => listImages(ctx.db, jobId);
	const version = async () => (await findGenerationJob(ctx.db, 'all', jobId))?.version;
	return { ctx, jobId, images, version, imageIds: (await images()).map(({ id }) => id) };
}

describe('reviewing many images at once', () => {
	it('marks and locks exactly those that are named, and counts what it changed', async () => {
		const { ctx, jobId, imageIds, images } = await make(4);
		const first = imageIds.slice(0, 3);
		expect(await reviewImages(ctx, { jobId, imageIds: first, mark: 'kept' })).toEqual({ images: 3, changed: 3 });
		expect(await reviewImages(ctx, { jobId, imageIds: imageIds.slice(1), locked: true })).toEqual({
			images: 3,
			changed: 3,
		});
		expect((await images()).map(({ mark, locked }) => [mark, locked])).toEqual([
			['kept', false],
			['kept', true],
			['kept', true],
			[null, true],
		]);
		expect(await reviewImages(ctx, { jobId, imageIds, mark: 'kept', locked: true })).toEqual({ images: 4, changed: 2 });
		expect(await reviewImages(ctx, { jobId, imageIds, mark: null, locked: false })).toEqual({ images: 4, changed: 4 });
		expect((await images()).every(({ mark, locked }) => mark === null && !locked)).toBe(true);
	});

	it('counts an image named twice once, and tells readers of the job only of changes', async () => {
		const { ctx, jobId, imageIds, version } = await make(2);
		const [id = ''] = imageIds;
		const before = await version();
		expect(await reviewImages(ctx, { jobId, imageIds: [id, id], mark: 'rejected' })).toEqual({ images: 1, changed: 1 });
		const after = await version();
		expect(after).not.toBe(before);
		expect(await reviewImages(ctx, { jobId, imageIds: [id], mark: 'rejected' })).toEqual({ images: 1, changed: 0 });
		expect(await version()).toBe(after);
	});

	it('rejects all when one is of another job, and changes none', async () => {
		const { ctx, jobId, imageIds, images } = await make(2);
		const { jobId: otherId } = await startGeneration(ctx, createRequest(1));
		await driveJob(ctx, otherId);
		const [other] = await listImages(ctx.db, otherId);
		for (const id of [other!.id, 'nothing', '00000000-0000-4000-8000-000000000000']) {
			await expect(reviewImages(ctx, { jobId, imageIds: [...imageIds, id], mark: 'kept' })).rejects.toMatchObject({
				code: 'NOT_FOUND',
			});
		}
		expect((await images()).map(({ mark }) => mark)).toEqual([null, null]);
	});

	it('rejects all when one has no picture yet', async () => {
		const { ctx, jobId, imageIds, images } = await make(3, false);
		await expect(reviewImages(ctx, { jobId, imageIds, locked: true })).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'image_not_ready',
			message: '3 of these 3 images are not there yet.',
		});
		expect((await images()).some(({ locked }) => locked)).toBe(false);
	});

	it('rejects a stranger’s job like one that does not exist, a developer’s call included', async () => {
		const { jobId, imageIds } = await make(1);
		for (const caller of [await test.contextOf(), await test.contextOf({ role: 'developer' })]) {
			await expect(reviewImages(caller, { jobId, imageIds, mark: 'kept' })).rejects.toMatchObject({
				code: 'NOT_FOUND',
			});
		}
		await expect(reviewImages(await test.contextOf(null), { jobId, imageIds, mark: 'kept' })).rejects.toMatchObject({
			code: 'UNAUTHORIZED',
		});
	});
});
