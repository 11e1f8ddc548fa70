import { listGalleryRows } from '@adx/db/repositories/gallery/gallery-collections';
import type { GalleryCard } from '@adx/validators/gallery';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { presentCard } from './present-card.ts';

/** Every finished merge that its owner does not hide, the newest first. */
export async function listGallery(ctx: RequestContext): Promise<GalleryCard[]> {
	requireActor(ctx);
	return (await listGalleryRows(ctx.db)).map(presentCard);
}
