import { findCollectionRow } from '@adx/db/repositories/gallery/gallery-collections';
import { listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import { countTokensBySource } from '@adx/db/repositories/merge/merged-images';
import type { Collection, CollectionInput } from '@adx/validators/gallery';
import { toDownloadUrl } from '../merge/present-merge.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { isRowId } from '../platform/ids.ts';
import { creatorLink } from '../sale/creator/get-creator-sale.ts';
import { presentCard } from './list-gallery.ts';

/** A collection's page: its card, where it comes from, and which traits its tokens have. */
export async function getCollection(ctx: RequestContext, input: CollectionInput): Promise<Collection> {
	const row = await requireCollection(ctx, input);
	const isMine = row.ownerId === requireActor(ctx).userId;
	return {
		...presentCard(ctx, row),
		provenance: row.provenance ?? '',
		sources: await countSources(ctx, row),
		contractAddress: row.contractAddress,
		explorerUrl: explorerUrlOf(ctx, row),
		facets: (row.facets ?? []).map(({ values, ...facet }) => ({ ...facet, values: [...values] })),
		isMine,
		hidden: row.hidden,
		downloadUrl: isMine ? toDownloadUrl(row.id) : null,
	};
}

/** Where all images became tokens, which the sum tells, nothing is counted. */
async function countSources(
	{ db }: RequestContext,
	{ id, totalImages }: { readonly id: string; readonly totalImages: number },
): Promise<Collection['sources']> {
	const inputs = await listMergeInputs(db, [id]);
	const given = inputs.reduce((sum, { imageCount }) => sum + imageCount, 0);
	const counts = given === totalImages ? null : await countTokensBySource(db, id);
	return inputs.map(({ name, imageCount, position }) => ({
		name,
		imageCount,
		tokenCount: counts === null ? imageCount : (counts.get(position) ?? 0),
	}));
}

function explorerUrlOf(
	ctx: RequestContext,
	{ contractAddress, cluster }: Awaited<ReturnType<typeof requireCollection>>,
): string | null {
	if (contractAddress === null || cluster === null) return null;
	return creatorLink(ctx, { cluster }, contractAddress);
}

/** A finished collection that the gallery shows, or that the caller hides; everything else is 404. */
export async function requireCollection(ctx: RequestContext, { collectionId }: CollectionInput) {
	const { userId } = requireActor(ctx);
	const row = isRowId(collectionId) ? await findCollectionRow(ctx.db, collectionId, userId) : undefined;
	if (row === undefined) throw notFound('collection');
	return row;
}
