import { findImage } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import type { GeneratedImageRow } from '@adx/db/schema/generation-tables';
import type { GeneratedImage } from '@adx/validators/generation';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { presentImage } from '../queries/present-job.ts';

/** The caller's own image; a stranger's is 404. */
export async function requireOwnImage(ctx: RequestContext, imageId: string): Promise<GeneratedImageRow> {
	const image = isRowId(imageId) ? await findImage(ctx.db, ownerScope(ctx), imageId) : undefined;
	if (image === undefined) throw notFound('image');
	return image;
}

/** The same, once it has a picture; 409 `image_not_ready` before. */
export async function requireStoredImage(ctx: RequestContext, imageId: string): Promise<GeneratedImageRow> {
	const image = await requireOwnImage(ctx, imageId);
	if (image.state === 'stored') return image;
	throw imageNotReady(1, 1);
}

/** 409 for a verb about images of which some have no picture yet. */
export function imageNotReady(missing: number, all: number): AppError {
	const message = all === 1 ? 'This image is not there yet.' : `${missing} of these ${all} images are not there yet.`;
	return new AppError('CONFLICT', { reason: 'image_not_ready', message });
}

/** The image as it is now. */
export async function getImage(ctx: RequestContext, imageId: string): Promise<GeneratedImage> {
	const image = await requireOwnImage(ctx, imageId);
	const job = await findGenerationJob(ctx.db, 'all', image.jobId);
	if (job === undefined) throw notFound('image');
	return presentImage(image, job);
}
