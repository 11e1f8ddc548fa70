import { findTokenNumberAtOffset, listImages } from '@adx/db/repositories/generation/generated-images';
import type { GeneratedImage, ImageListInput } from '@adx/validators/generation';
import type { RequestContext } from '../../platform/context.ts';
import { nextSlice } from '../../platform/limits/next-slice.ts';
import { requireJob } from './find-job.ts';
import { presentImage } from './present-job.ts';

/** Read at a time: the embedded database works on the thread that answers calls. */
const rowsPerSlice = 100;

/** Images of a job in token order, those still to be drawn included: their traits are known already. */
export async function listGeneratedImages(ctx: RequestContext, input: ImageListInput): Promise<GeneratedImage[]> {
	const job = await requireJob(ctx, input);
	const wanted = input.limit ?? job.batchSize;
	const images: GeneratedImage[] = [];
	// Numbers are missing where images were deleted. By number a slice is found at once, by place only past all before it.
	let first = input.from === 0 ? 1 : await findTokenNumberAtOffset(ctx.db, job.id, input.from);
	while (first !== undefined && first <= job.batchSize && images.length < wanted) {
		if (images.length > 0) await nextSlice();
		const last: number = first + Math.min(wanted - images.length, rowsPerSlice) - 1;
		for (const image of await listImages(ctx.db, job.id, { first, last })) images.push(presentImage(image, job));
		first = last + 1;
	}
	return images;
}
