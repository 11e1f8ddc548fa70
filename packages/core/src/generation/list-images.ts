import { listImages } from '@adx/db/repositories/generated-images';
import type { GeneratedImage } from '@adx/validators/generation';
import type { RequestContext } from '../context.ts';
import { requireJob } from './find-job.ts';
import { presentImage } from './present-job.ts';

/** Every image of a job in token order, those still to be drawn included: their traits are known already. */
export async function listGeneratedImages(
	ctx: RequestContext,
	input: { readonly jobId: string },
): Promise<GeneratedImage[]> {
	const job = await requireJob(ctx, input.jobId);
	const images = await listImages(ctx.db, job.id);
	return images.map((image) => presentImage(image, job));
}
