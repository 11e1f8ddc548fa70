import {
	countGalleryRows,
	findCollectionRow,
	type GalleryRow,
	listGalleryRows,
} from '@adx/db/repositories/gallery/gallery-collections';
import type { GalleryCard, GalleryCounts } from '@adx/validators/gallery';
import { defaultFloorPrice } from '@adx/validators/limits';
import type { PageInput } from '@adx/validators/paging';
import { saleStageFacts } from '@adx/validators/sale/stages';
import { toCoverUrl } from '../merge/present-merge.ts';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { unknownCursor } from '../platform/errors.ts';
import { toSaleUrl } from '../sale/creator/get-creator-sale.ts';
import { toSol } from '../sale/creator/listing-facts.ts';
import { toCoin } from '../sale/sale-network.ts';

/** The finished merges that their owners do not hide, the newest first. */
export async function listGallery(ctx: RequestContext, { cursor, limit }: PageInput = {}): Promise<GalleryCard[]> {
	const { userId } = requireActor(ctx);
	if (cursor !== undefined && (await findCollectionRow(ctx.db, cursor, userId)) === undefined) throw unknownCursor();
	const rows = await listGalleryRows(ctx.db, { after: cursor, ...(limit === undefined ? {} : { limit }) });
	return rows.map((row) => presentCard(ctx, row));
}

/** How many collections, images and creators the gallery shows. */
export async function countGallery(ctx: RequestContext): Promise<GalleryCounts> {
	requireActor(ctx);
	return countGalleryRows(ctx.db);
}

/** A finished merge as a card of the gallery; what was sold, and whether it is selling, follows the chain. */
export function presentCard(ctx: Pick<RequestContext, 'evmSaleChains'>, row: GalleryRow): GalleryCard {
	return {
		id: row.id,
		name: row.collectionName || row.projectName,
		description: row.collectionDescription || row.description || 'ADX Collection',
		creator: (row.showsCreator && row.username) || 'Anonymous',
		imageCount: row.totalImages,
		coin: row.cluster === null ? 'SOL' : toCoin(ctx, { cluster: row.cluster }),
		floorPrice: row.mintPrice ?? defaultFloorPrice,
		volume: toSol(row.soldLamports),
		featured: row.isMinting,
		category: 'pfp',
		themes: row.themes,
		symbol: row.collectionSymbol || 'ADX',
		royalty: row.royaltyPercentage,
		coverUrl: toCoverUrl(row),
		saleUrl: isOnSale(row) ? toSaleUrl(row.saleId) : null,
		completedAt: row.completedAt?.toISOString() ?? '',
	};
}

/** Whether the sale has a page: before, and while its files are not published, there is none. */
const isOnSale = (row: GalleryRow): row is GalleryRow & { readonly saleId: string } =>
	row.saleId !== null && row.salePhase !== null && saleStageFacts[row.salePhase].hasPage;
