import { publishSale } from '@adx/db/repositories/sale/sales';
import type { CreatorSale, CreatorSaleInput } from '@adx/validators/sales';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { requireCreatorSale } from './find-creator-sale.ts';
import { presentCreatorSale } from './present-creator-sale.ts';

/**
 * The creator says that the files are on IPFS; the sale begins where only that was missing. Saying it again changes
 * nothing. 409 while they are not laid out.
 */
export async function confirmPublished(ctx: RequestContext, input: CreatorSaleInput): Promise<CreatorSale> {
	const sale = await requireCreatorSale(ctx, input);
	if (sale.metadataRoot === null) {
		const message = 'The files are not ready yet. Publish them when they are.';
		throw new AppError('CONFLICT', { reason: 'mint_under_way', message });
	}
	await publishSale(ctx.db, sale.id, sale.metadataRoot);
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}
