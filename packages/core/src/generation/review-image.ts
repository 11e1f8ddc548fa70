import { updateImageReview } from '@adx/db/repositories/generated-image-review';
import { touchGenerationJob } from '@adx/db/repositories/generation-job-phases';
import type { GeneratedImage } from '@adx/validators/generation';
import type { ControlImageInput, MarkImageInput } from '@adx/validators/job-control';
import type { RequestContext } from '../context.ts';
import { answerImage, requireStoredImage } from './control-image.ts';

/** Keeps an image from ever being made anew; 409 `image_not_ready` before it has a picture. */
export const lockImage = (ctx: RequestContext, { imageId }: ControlImageInput): Promise<GeneratedImage> =>
	review(ctx, imageId, { locked: true });

/** Lets a locked image be made anew again. */
export const unlockImage = (ctx: RequestContext, { imageId }: ControlImageInput): Promise<GeneratedImage> =>
	review(ctx, imageId, { locked: false });

/** Notes what the owner thinks of an image; nothing is deleted by it. 409 `image_not_ready` before it has a picture. */
export const markImage = (ctx: RequestContext, { imageId, mark }: MarkImageInput): Promise<GeneratedImage> =>
	review(ctx, imageId, { mark });

async function review(
	ctx: RequestContext,
	imageId: string,
	change: Parameters<typeof updateImageReview>[2],
): Promise<GeneratedImage> {
	const { id, jobId } = await requireStoredImage(ctx, imageId);
	await ctx.db.transaction().execute(async (trx) => {
		await updateImageReview(trx, id, change);
		await touchGenerationJob(trx, jobId);
	});
	return answerImage(ctx, id);
}
