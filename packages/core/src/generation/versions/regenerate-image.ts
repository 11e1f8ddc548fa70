import type { GeneratedImage } from '@adx/validators/generation';
import type { RegenerateImageInput } from '@adx/validators/job-control';
import type { RequestContext } from '../../platform/context.ts';
import { requireJob } from '../queries/find-job.ts';
import { getImage, requireOwnImage } from './find-image.ts';
import { regenerate } from './regenerate-images.ts';

/** Asks for another version of one image, as `regenerateImages` does for many, and answers the image. */
export async function regenerateImage(ctx: RequestContext, input: RegenerateImageInput): Promise<GeneratedImage> {
	const { id, jobId } = await requireOwnImage(ctx, input.imageId);
	const job = await requireJob(ctx, { jobId, scope: 'own' });
	await regenerate(ctx, job, { imageIds: [id], geminiApiKey: input.geminiApiKey });
	return getImage(ctx, id);
}
