import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import { countItems } from '@adx/db/repositories/sale/sale-items';
import { findSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { OwnItemsInput, Reservation } from '@adx/validators/sale/sales';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { soldOut } from '../buyer/hold-items.ts';
import { offerItems } from '../buyer/reserve-item.ts';
import { saleEnded } from '../sale-state.ts';

/**
 * Holds items for the creator's own wallet, which pays rent and fees alone. They are taken from those that buyers get
 * theirs from, and submitted as theirs are. Asking again while they are not sent gives the same with fresh transactions.
 */
export async function reserveOwnItems(ctx: RequestContext, { jobId, count }: OwnItemsInput): Promise<Reservation> {
	const { userId } = requireActor(ctx);
	await ctx.saleLimiters.reservations.begin('sales.own', ctx.address);
	const job = isRowId(jobId) ? await findMergeJob(ctx.db, userId, jobId) : undefined;
	const sale = job === undefined ? undefined : await findSaleOfMerge(ctx.db, userId, job.id);
	if (sale === undefined) throw notFound('sale');
	if (sale.phase === 'sold_out') throw soldOut();
	if (sale.phase !== 'selling') {
		const message = 'This can be done once the collection is confirmed and its files are published.';
		throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message });
	}
	// Whoever mints after the end could choose, once the order is drawn.
	if (sale.isDelayed && sale.closedAt !== null) throw saleEnded();
	// Rent is asked for as many as there can be, not for as many as are wished.
	const { heldCount, freeCount } = await countItems(ctx.db, sale.id);
	const most = Math.max(1, Math.min(count, heldCount + freeCount));
	return offerItems(ctx, { sale, kind: 'own', walletAddress: sale.walletAddress, count: most });
}
