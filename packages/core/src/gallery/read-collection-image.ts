import { findMergedImage } from '@adx/db/repositories/merge/merged-images';
import type { CollectionImageInput } from '@adx/validators/gallery';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { type PreviewFile, readWholeOrPreview } from '../platform/images/read-preview.ts';
import { requireCollection } from './get-collection.ts';

/** The picture of a token, whole or as a preview; 404 for a collection that the caller may not see. */
export async function readCollectionImage(ctx: RequestContext, input: CollectionImageInput): Promise<PreviewFile> {
	const { id } = await requireCollection(ctx, input);
	const image = await findMergedImage(ctx.db, id, input.tokenNumber);
	if (image === undefined) throw notFound('image');
	const { blobSha256: sha256, sizeBytes, mime, damagedAt } = image;
	const size = input.size === 'full' ? 'full' : input.size === '512' ? 512 : 200;
	return readWholeOrPreview(ctx, { sha256, sizeBytes, mime, damagedAt }, size);
}
