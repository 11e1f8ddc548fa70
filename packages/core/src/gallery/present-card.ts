import type { GalleryRow } from '@adx/db/repositories/gallery/gallery-collections';
import type { GalleryCard } from '@adx/validators/gallery';
import { defaultFloorPrice } from '@adx/validators/limits';
import { toCoverUrl } from '../merge/present-merge.ts';
import { toSol } from '../sale/creator/listing-facts.ts';
import { toSaleUrl } from '../sale/creator/present-creator-sale.ts';

/** A finished merge as a card of the gallery; what was sold, and whether it is selling, follows the chain. */
export function presentCard(row: GalleryRow): GalleryCard {
	return {
		id: row.id,
		name: row.collectionName || row.projectName,
		description: row.collectionDescription || row.description || 'ADX Collection',
		creator: (row.showsCreator && row.username) || 'Anonymous',
		imageCount: row.totalImages,
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
	row.saleId !== null && (row.salePhase === 'selling' || row.salePhase === 'sold_out');
