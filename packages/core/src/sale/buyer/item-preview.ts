import type { SaleRow } from '@adx/db/schema/sale-tables';
import { itemSampleMax } from '@adx/validators/sale/items';
import { isCovered } from '../reveal/covered-items.ts';

type Previewed = Pick<SaleRow, 'itemPreview' | 'supply' | 'isDelayed' | 'revealedAt'>;

/** The numbers of a sample, spread over the collection: the same each time, so that asking again shows nothing else. */
function toSampleNumbers(supply: number): number[] {
	const count = Math.min(itemSampleMax, supply);
	return Array.from({ length: count }, (_, place) => Math.floor((place * supply) / count) + 1);
}

/** The numbers of all items that the page of a sale may show before they are bought. */
export function listPreviewedNumbers({ itemPreview, supply, ...sale }: Previewed): number[] {
	if (isCovered(sale)) return [];
	if (itemPreview === 'sample') return toSampleNumbers(supply);
	return itemPreview === 'all' ? Array.from({ length: supply }, (_, place) => place + 1) : [];
}

/** Whether the page of a sale may show an item that nobody has bought. */
export function isPreviewed({ itemPreview, supply, ...sale }: Previewed, tokenNumber: number): boolean {
	if (isCovered(sale)) return false;
	if (itemPreview === 'sample') return toSampleNumbers(supply).includes(tokenNumber);
	return itemPreview === 'all' && tokenNumber <= supply;
}
