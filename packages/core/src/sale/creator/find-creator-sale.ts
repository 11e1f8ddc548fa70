import { findSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { CreatorSaleInput } from '@adx/validators/sales';
import { isRowId } from '../../generation/queries/find-job.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';

/** The sale of the caller's own merge; 404 for a stranger's, and for a merge that was never started. */
export async function requireCreatorSale(ctx: RequestContext, { jobId }: CreatorSaleInput): Promise<SaleRow> {
	const { userId } = requireActor(ctx);
	const sale = isRowId(jobId) ? await findSaleOfMerge(ctx.db, userId, jobId) : undefined;
	if (sale === undefined) throw notFound('sale');
	return sale;
}
