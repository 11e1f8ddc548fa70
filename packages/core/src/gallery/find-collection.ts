import { findCollectionRow } from '@adx/db/repositories/gallery/gallery-collections';
import type { CollectionInput } from '@adx/validators/gallery';
import { isRowId } from '../generation/queries/find-job.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';

/** A finished collection that the gallery shows, or that the caller hides; everything else is 404. */
export async function requireCollection(ctx: RequestContext, { collectionId }: CollectionInput) {
	const { userId } = requireActor(ctx);
	const row = isRowId(collectionId) ? await findCollectionRow(ctx.db, collectionId, userId) : undefined;
	if (row === undefined) throw notFound('collection');
	return row;
}
