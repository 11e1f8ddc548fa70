import { findCollectionRow } from '@adx/db/repositories/gallery/gallery-collections';
import type { CollectionInput } from '@adx/validators/gallery';
import { type RequestContext, requireActor } from '../context.ts';
import { notFound } from '../errors.ts';
import { isRowId } from '../generation/find-job.ts';

/** A finished collection that the gallery shows, or that the caller hides; everything else is 404. */
export async function requireCollection(ctx: RequestContext, { collectionId }: CollectionInput) {
	const { userId } = requireActor(ctx);
	const row = isRowId(collectionId) ? await findCollectionRow(ctx.db, collectionId, userId) : undefined;
	if (row === undefined) throw notFound('collection');
	return row;
}
