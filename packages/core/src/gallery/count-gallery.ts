import { countGalleryRows } from '@adx/db/repositories/gallery/gallery-collections';
import type { GalleryCounts } from '@adx/validators/gallery';
import { type RequestContext, requireActor } from '../platform/context.ts';

/** How many collections, images and creators the gallery shows. */
export async function countGallery(ctx: RequestContext): Promise<GalleryCounts> {
	requireActor(ctx);
	return countGalleryRows(ctx.db);
}
