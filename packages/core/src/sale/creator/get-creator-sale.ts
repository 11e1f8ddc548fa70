import type { CreatorSale, CreatorSaleInput } from '@adx/validators/sales';
import type { RequestContext } from '../../platform/context.ts';
import { requireCreatorSale } from './find-creator-sale.ts';
import { presentCreatorSale } from './present-creator-sale.ts';

/** How the sale of the caller's own merge is; 404 for a merge that was never started. */
export async function getCreatorSale(ctx: RequestContext, input: CreatorSaleInput): Promise<CreatorSale> {
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}
