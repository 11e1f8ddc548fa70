import { findSaleFacets, listPreviewedItems } from '@adx/db/repositories/sale/sale-preview';
import type { SaleItems, SaleItemsInput, SaleTraits } from '@adx/validators/sale/items';
import type { SaleInput } from '@adx/validators/sale/sales';
import type { RequestContext } from '../../platform/context.ts';
import { isCovered, toItemName } from '../reveal/covered-items.ts';
import { itemImageUrl, requireOpenSale } from './get-sale.ts';
import { listPreviewedNumbers } from './item-preview.ts';

const valuesMax = 50;

/** One page of the items that a sale shows before they are bought, as its creator chose; 404 before it sells. */
export async function listSaleItems(ctx: RequestContext, input: SaleItemsInput): Promise<SaleItems> {
	const { saleId, offset, limit } = input;
	await ctx.saleLimiters.calls.begin('sales.items', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	const numbers = listPreviewedNumbers(sale);
	const items = await listPreviewedItems(ctx.db, sale.id, numbers.slice(offset, offset + limit));
	return {
		total: numbers.length,
		items: items.map((item) => ({
			tokenNumber: item.tokenNumber,
			name: toItemName(sale, item),
			imageUrl: itemImageUrl(sale.id, item.tokenNumber),
			isMinted: item.isMinted,
		})),
	};
}

/** The traits of a sale's items, with how many have each value: none while they are covered; 404 before it sells. */
export async function listSaleTraits(ctx: RequestContext, { saleId }: SaleInput): Promise<SaleTraits> {
	await ctx.saleLimiters.calls.begin('sales.traits', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	if (isCovered(sale)) return [];
	const facets = await findSaleFacets(ctx.db, sale.id);
	return facets.map(({ trait, values, valueCount = values.length }) => ({
		trait,
		valueCount,
		values: values.slice(0, valuesMax).map(({ value, count }) => ({ value, count })),
	}));
}
