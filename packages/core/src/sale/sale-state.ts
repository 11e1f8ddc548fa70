import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { SaleState } from '@adx/validators/sales';
import { AppError } from '../platform/errors.ts';

/** What a buyer finds of a sale whose collection is confirmed. */
export function getSaleState({
	phase,
	pausedAt,
	closedAt,
}: Pick<SaleRow, 'phase' | 'pausedAt' | 'closedAt'>): SaleState {
	if (phase === 'sold_out') return 'sold_out';
	if (closedAt !== null) return 'ended';
	return pausedAt === null ? 'selling' : 'paused';
}

export const saleEnded = () => new AppError('CONFLICT', { reason: 'sale_ended', message: 'This sale has ended.' });

/** 409 where its creator lets nobody reserve an item. */
export function refuseUnlessOpen({ pausedAt, closedAt }: Pick<SaleRow, 'pausedAt' | 'closedAt'>): void {
	if (closedAt !== null) throw saleEnded();
	if (pausedAt === null) return;
	const message = 'The creator has paused this sale. Nothing was paid; try again later.';
	throw new AppError('CONFLICT', { reason: 'sale_paused', message });
}
