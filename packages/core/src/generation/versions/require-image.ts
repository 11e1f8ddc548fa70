import type { Database } from '@adx/db/client/database';
import { findImage } from '@adx/db/repositories/generation/generated-images';
import { findGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { listMintsOfImages } from '@adx/db/repositories/mint/minted-tokens';
import type { GeneratedImageRow } from '@adx/db/schema/generation-tables';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import { findFreeze, imageFrozen } from '../../mint/present-mint.ts';
import { ownerScope, type RequestContext } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { presentImages } from '../queries/generations.ts';

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

/** 409 for an image that a token shows or may come to show. Holds as long as the image stays locked. */
export async function refuseFrozen(db: Database, imageId: string): Promise<void> {
	const reason = findFreeze(await listMintsOfImages(db, [imageId]));
	if (reason !== null) throw imageFrozen(reason);
}

/** The image as it is now. */
export async function getImage(ctx: RequestContext, imageId: string): Promise<GeneratedImage> {
	const image = await requireOwnImage(ctx, imageId);
	const job = await findGenerationJob(ctx.db, 'all', image.jobId);
	if (job === undefined) throw notFound('image');
	const [presented] = await presentImages(ctx.db, job, [image]);
	return presented!;
}
