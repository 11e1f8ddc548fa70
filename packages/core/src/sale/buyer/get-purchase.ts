import { type DisplayedItem, listItemsOfReservation } from '@adx/db/repositories/sale/sale-items';
import { findReservation } from '@adx/db/repositories/sale/sale-reservations';
import type { SaleReservationRow, SaleRow } from '@adx/db/schema/sale-tables';
import type { Purchase, PurchaseInput } from '@adx/validators/sale/sales';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { isCovered, toItemName } from '../reveal/covered-items.ts';
import { isEvmSale } from '../sale-network.ts';
import { itemImageUrl, requireOpenSale, saleLink } from './get-sale.ts';

/** The outcome of a reservation, for a client that knows its id; 404 for an unknown one. */
export async function getPurchase(ctx: RequestContext, { saleId, reservationId }: PurchaseInput): Promise<Purchase> {
	await ctx.saleLimiters.calls.begin('sales.purchase', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	const reservation = isRowId(reservationId) ? await findReservation(ctx.db, sale.id, reservationId) : undefined;
	if (reservation === undefined) throw notFound('reservation');
	return presentPurchase(ctx, sale, reservation);
}

/** What became of a reservation, with the items that are minted. */
export async function presentPurchase(
	ctx: Pick<RequestContext, 'db' | 'solana' | 'evmSaleChains'>,
	sale: Pick<SaleRow, 'cluster' | 'mintAddress' | 'name' | 'isDelayed' | 'revealedAt'>,
	reservation: SaleReservationRow,
): Promise<Purchase> {
	const { id, saleId, status, pieceCount, errorMessage } = reservation;
	const rows = await listItemsOfReservation(ctx.db, id);
	const items = rows.map((item) => ({
		tokenNumber: item.tokenNumber,
		name: toItemName(sale, item),
		imageUrl: itemImageUrl(saleId, item.tokenNumber),
		...(isCovered(sale) ? covered : describeItem(item)),
		...placeItem(ctx, sale, item.mintAddress),
	}));
	// Older clients read the second names.
	return {
		reservationId: id,
		saleId,
		status,
		errorMessage,
		itemCount: pieceCount,
		priceLamports: String(BigInt(reservation.priceLamports) * BigInt(pieceCount)),
		items,
		pieceCount,
		pieces: items,
	};
}

const covered = { attributes: [], rarityRank: null, rarityTier: null };

const describeItem = ({ attributes, rarityRank, rarityTier }: DisplayedItem) => ({
	attributes: [...attributes],
	rarityRank,
	rarityTier,
});

/** An item's own address; on an EVM chain that of the contract, whose token it is by its number. */
function placeItem(
	ctx: Pick<RequestContext, 'solana' | 'evmSaleChains'>,
	sale: Pick<SaleRow, 'cluster' | 'mintAddress'>,
	itemAddress: string,
) {
	const mintAddress = isEvmSale(sale) ? sale.mintAddress : itemAddress;
	return { mintAddress, explorerUrl: saleLink(ctx, sale, mintAddress) };
}
