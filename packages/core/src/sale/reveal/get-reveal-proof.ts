import { listItemAddresses } from '@adx/db/repositories/sale/sale-items';
import { findItemHashes } from '@adx/db/repositories/sale/sale-reveals';
import { findCollectionSignature } from '@adx/db/repositories/sale/sale-transactions';
import { hexHashLength, type RevealProof } from '@adx/validators/sale/reveal';
import type { SaleInput } from '@adx/validators/sale/sales';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireOpenSale } from '../buyer/get-sale.ts';
import { isEvmSale, toSaleNetwork } from '../sale-network.ts';
import { presentReveal } from './present-reveal.ts';

/** All that proves the reveal of a sale, for whoever checks it; 404 before, and for a sale that has none. */
export async function getRevealProof(ctx: RequestContext, { saleId }: SaleInput): Promise<RevealProof> {
	await ctx.saleLimiters.calls.begin('sales.reveal', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	const reveal = await presentReveal(ctx, sale);
	const itemHashes = reveal?.phase === 'revealed' ? await findItemHashes(ctx.db, sale.id) : undefined;
	if (reveal === null || itemHashes === undefined) throw notFound('reveal');
	return {
		...reveal,
		network: toSaleNetwork(sale),
		cluster: sale.cluster,
		address: sale.mintAddress,
		name: sale.name,
		supply: sale.supply,
		startSignature: isEvmSale(sale) ? null : await findCollectionSignature(ctx.db, sale.id),
		items: isEvmSale(sale)
			? []
			: (await listItemAddresses(ctx.db, sale.id)).map(({ tokenNumber, mintAddress }) => ({
					tokenNumber,
					address: mintAddress,
				})),
		itemHashes: Array.from({ length: sale.supply }, (_, place) =>
			itemHashes.slice(place * hexHashLength, (place + 1) * hexHashLength),
		),
	};
}
