import { findCollectionRow } from '@adx/db/repositories/gallery/gallery-collections';
import { listMergeInputs } from '@adx/db/repositories/merge/merge-inputs';
import type { Collection, CollectionInput } from '@adx/validators/gallery';
import { toDownloadUrl } from '../merge/present-merge.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { isRowId } from '../platform/ids.ts';
import { explorerLink } from '../sale/chain/solana.ts';
import { presentCard } from './list-gallery.ts';

/** A collection's page: its card, where it comes from, and which traits its tokens have. */
export async function getCollection(ctx: RequestContext, input: CollectionInput): Promise<Collection> {
	const row = await requireCollection(ctx, input);
	const sources = await listMergeInputs(ctx.db, [row.id]);
	const isMine = row.ownerId === requireActor(ctx).userId;
	return {
		...presentCard(row),
		provenance: row.provenance ?? '',
		sources: sources.map(({ name, imageCount }) => ({ name, imageCount })),
		contractAddress: row.contractAddress,
		explorerUrl: explorerUrlOf(ctx, row),
		facets: (row.facets ?? []).map(({ values, ...facet }) => ({ ...facet, values: [...values] })),
		isMine,
		hidden: row.hidden,
		downloadUrl: isMine ? toDownloadUrl(row.id) : null,
	};
}

function explorerUrlOf(
	{ solana }: RequestContext,
	{ contractAddress, cluster }: Awaited<ReturnType<typeof requireCollection>>,
): string | null {
	if (contractAddress === null || cluster === null) return null;
	return explorerLink(solana && { ...solana, cluster }, contractAddress);
}

/** A finished collection that the gallery shows, or that the caller hides; everything else is 404. */
export async function requireCollection(ctx: RequestContext, { collectionId }: CollectionInput) {
	const { userId } = requireActor(ctx);
	const row = isRowId(collectionId) ? await findCollectionRow(ctx.db, collectionId, userId) : undefined;
	if (row === undefined) throw notFound('collection');
	return row;
}
