import { findSale } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { isRowId } from '../../generation/queries/find-job.ts';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';

/** A sale that everybody may see. */
export type OpenSale = SaleRow & { readonly phase: 'selling' | 'sold_out' };

/** A sale that is selling or sold out; 404 for any other. */
export async function requireOpenSale({ db }: Pick<RequestContext, 'db'>, saleId: string): Promise<OpenSale> {
	const sale = isRowId(saleId) ? await findSale(db, saleId) : undefined;
	if (sale === undefined || !isOpen(sale)) throw notFound('sale');
	return sale;
}

const isOpen = (sale: SaleRow): sale is OpenSale => sale.phase === 'selling' || sale.phase === 'sold_out';
