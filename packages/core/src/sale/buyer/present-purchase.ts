import { listMintedItems } from '@adx/db/repositories/sale/sale-items';
import type { SaleReservationRow, SaleRow } from '@adx/db/schema/sale-tables';
import type { Purchase } from '@adx/validators/sales';
import type { RequestContext } from '../../platform/context.ts';
import { explorerLink } from '../chain/solana.ts';

/** Where the picture of a piece that is minted is; it takes `size`. */
export const itemImageUrl = (saleId: string, tokenNumber: number) => `/api/sales/${saleId}/pieces/${tokenNumber}`;

/** Where an address is shown on the cluster that the sale is on. */
export const saleLink = (
	{ solana }: Pick<RequestContext, 'solana'>,
	{ cluster }: Pick<SaleRow, 'cluster'>,
	address: string,
) => (solana?.cluster === cluster ? explorerLink(solana, address) : null);

/** What became of a reservation, with the pieces that are minted. */
export async function presentPurchase(
	ctx: Pick<RequestContext, 'db' | 'solana'>,
	sale: Pick<SaleRow, 'cluster'>,
	reservation: SaleReservationRow,
): Promise<Purchase> {
	const { id, saleId, status, pieceCount, errorMessage } = reservation;
	const pieces = await listMintedItems(ctx.db, id);
	return {
		reservationId: id,
		saleId,
		status,
		pieceCount,
		errorMessage,
		pieces: pieces.map((piece) => ({
			tokenNumber: piece.tokenNumber,
			name: piece.name,
			imageUrl: itemImageUrl(saleId, piece.tokenNumber),
			attributes: [...piece.attributes],
			rarityRank: piece.rarityRank,
			rarityTier: piece.rarityTier,
			mintAddress: piece.mintAddress,
			explorerUrl: saleLink(ctx, sale, piece.mintAddress),
		})),
	};
}
