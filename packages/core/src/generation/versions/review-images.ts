import { transact } from '@adx/db/client/transact';
import {
	lockSelectedImages,
	updateImageReview,
	updateImageReviews,
} from '@adx/db/repositories/generation/image-review';
import { touchGenerationJob } from '@adx/db/repositories/generation/job-phases';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type {
	ControlImageInput,
	MarkImageInput,
	ReviewedImages,
	ReviewImagesInput,
} from '@adx/validators/generation/job-control';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireJob } from '../queries/generations.ts';
import { getImage, imageNotReady, requireStoredImage } from './require-image.ts';

/** Keeps an image from ever being generated again; 409 `image_not_ready` before it has a picture. */
export const lockImage = (ctx: RequestContext, { imageId }: ControlImageInput): Promise<GeneratedImage> =>
	review(ctx, imageId, { locked: true });

/** Allows a locked image to be generated again. */
export const unlockImage = (ctx: RequestContext, { imageId }: ControlImageInput): Promise<GeneratedImage> =>
	review(ctx, imageId, { locked: false });

/** Notes what the owner thinks of an image; nothing is deleted by it. 409 `image_not_ready` before it has a picture. */
export const markImage = (ctx: RequestContext, { imageId, mark }: MarkImageInput): Promise<GeneratedImage> =>
	review(ctx, imageId, { mark });

/**
 * Marks or locks many images of one job together: all of them, or none. 404 when one is not in the caller's job, 409
 * `image_not_ready` when one has no picture yet.
 */
export async function reviewImages(
	ctx: RequestContext,
	{ jobId, imageIds, mark, locked }: ReviewImagesInput,
): Promise<ReviewedImages> {
	const job = await requireJob(ctx, { jobId, scope: 'own' });
	const ids = [...new Set(imageIds)];
	return transact(ctx.db, async (trx) => {
		const images = await lockSelectedImages(trx, job.id, ids);
		if (images.length < ids.length) throw notFound('image');
		const open = images.filter(({ state }) => state !== 'stored').length;
		if (open > 0) throw imageNotReady(open, ids.length);
		const changed = await updateImageReviews(trx, job.id, ids, { mark, locked });
		if (changed > 0) await touchGenerationJob(trx, job.id);
		return { images: ids.length, changed };
	});
}

async function review(
	ctx: RequestContext,
	imageId: string,
	change: Parameters<typeof updateImageReview>[2],
): Promise<GeneratedImage> {
	const { id, jobId } = await requireStoredImage(ctx, imageId);
	await transact(ctx.db, async (trx) => {
		await updateImageReview(trx, id, change);
		await touchGenerationJob(trx, jobId);
	});
	return getImage(ctx, id);
}
