import { listImages } from '@adx/db/repositories/generated-images';
import type { GeneratedImage, ImageListInput } from '@adx/validators/generation';
import type { RequestContext } from '../context.ts';
import { requireJob } from './find-job.ts';
import { presentImage } from './present-job.ts';

/** Images of a job in token order, those still to be drawn included: their traits are known already. */
export async function listGeneratedImages(ctx: RequestContext, input: ImageListInput): Promise<GeneratedImage[]> {
	const job = await requireJob(ctx, input);
	const images = await listImages(ctx.db, job.id, { from: input.from, limit: input.limit });
	return images.map((image) => presentImage(image, job));
}
