import { findMergedImage } from '@adx/db/repositories/merge/merged-images';
import type { CollectionImageInput } from '@adx/validators/gallery';
import type { RequestContext } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { type Preview, readPreview } from '../platform/images/read-preview.ts';
import { openStoredOrRepair } from '../platform/storage/integrity/open-stored.ts';
import type { ByteRange } from '../platform/storage/types.ts';
import { requireCollection } from './get-collection.ts';

/** The picture of a token, whole or as a preview; 404 for a collection that the caller may not see. */
export async function readCollectionImage(ctx: RequestContext, input: CollectionImageInput): Promise<Preview> {
	const { id } = await requireCollection(ctx, input);
	const image = await findMergedImage(ctx.db, id, input.tokenNumber);
	if (image === undefined) throw notFound('image');
	const { blobSha256: sha256, sizeBytes, mime, damagedAt } = image;
	if (input.size === 'full') {
		return {
			sha256,
			sizeBytes,
			mime,
			open: (range?: ByteRange) => openStoredOrRepair(ctx, { sha256, sizeBytes, damagedAt }, range),
		};
	}
	const preview = await readPreview(ctx, sha256, input.size === '512' ? 512 : 200);
	if (preview === null) throw notFound('preview');
	return preview;
}
