import { sql } from 'kysely';
import type { Database } from '../../client/database.ts';
import type { MergedImageRow, StoredTraitFacet } from '../../schema/merge-tables.ts';
import { type NamedImage, shownNumber } from './sale-items.ts';

/** An item as the page of its sale shows it before it is bought, and afterwards. */
export type PreviewedItem = Pick<MergedImageRow, 'tokenNumber'> & NamedImage & { readonly isMinted: boolean };

/**
 * The items of a sale with some numbers.
 *
 * @param tokenNumbers ascending
 */
export async function listPreviewedItems(
	db: Database,
	saleId: string,
	tokenNumbers: readonly number[],
): Promise<PreviewedItem[]> {
	const [first, last] = [tokenNumbers[0], tokenNumbers.at(-1)];
	if (first === undefined || last === undefined) return [];
	return (
		db
			.selectFrom('salePieces')
			.innerJoin('sales', 'sales.id', 'salePieces.saleId')
			.innerJoin('mergedImages', (join) =>
				join
					.onRef('mergedImages.mergeJobId', '=', 'sales.mergeJobId')
					.on('mergedImages.tokenNumber', '=', shownNumber('sale_pieces')),
			)
			.select([
				'salePieces.tokenNumber',
				'mergedImages.name',
				'mergedImages.tokenNumber as imageNumber',
				sql<boolean>`sale_pieces.status = 'minted'`.as('isMinted'),
			])
			.where('salePieces.saleId', '=', saleId)
			// Neighbours are one part of the index, others a look each.
			.where(({ eb, between }) =>
				last - first === tokenNumbers.length - 1
					? between('salePieces.tokenNumber', first, last)
					: eb('salePieces.tokenNumber', 'in', tokenNumbers),
			)
			.orderBy('salePieces.tokenNumber')
			.execute()
	);
}

/** The traits of a sale's items, as its merge counted them; none for a merge without any. */
export async function findSaleFacets(db: Database, saleId: string): Promise<readonly StoredTraitFacet[]> {
	const row = await db
		.selectFrom('sales')
		.innerJoin('mergeJobs', 'mergeJobs.id', 'sales.mergeJobId')
		.select('mergeJobs.facets')
		.where('sales.id', '=', saleId)
		.executeTakeFirst();
	return row?.facets ?? [];
}
