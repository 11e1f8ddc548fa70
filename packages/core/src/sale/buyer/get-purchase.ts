import { findReservation } from '@adx/db/repositories/sale/sale-reservations';
import type { Purchase, PurchaseInput } from '@adx/validators/sales';
import { isRowId } from '../../generation/queries/find-job.ts';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireOpenSale } from './find-sale.ts';
import { presentPurchase } from './present-purchase.ts';

/** What became of a reservation, for whoever knows its id; 404 for one that is none. */
export async function getPurchase(ctx: RequestContext, { saleId, reservationId }: PurchaseInput): Promise<Purchase> {
	ctx.saleLimiters.calls.begin('sales.purchase', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	const reservation = isRowId(reservationId) ? await findReservation(ctx.db, sale.id, reservationId) : undefined;
	if (reservation === undefined) throw notFound('reservation');
	return presentPurchase(ctx, sale, reservation);
}
