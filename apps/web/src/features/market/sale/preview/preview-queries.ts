import type { SaleTraits } from '@adx/validators/sale/items';
import type { Sale } from '@adx/validators/sale/sales';
import { useEffect, useRef } from 'react';
import { type PageFailures, toPageFailures } from '../../../../lib/api/page-failures.ts';
import { type ApiOutputs, type ApiQuery, trpc } from '../../../../lib/api/trpc.ts';

export type PreviewedItem = ApiOutputs['mint']['sales']['items']['items'][number];

/** Items that travel in one answer. */
export const itemPageSize = 48;

export interface PreviewedItems extends PageFailures {
	readonly items: readonly PreviewedItem[];
	/** Null while it is not known how many may be shown. */
	readonly total: number | null;
	readonly isLoading: boolean;
}

/** The first pages of what a sale shows before it is bought, again whenever another item is minted. */
export function usePreviewedItems(
	{ saleId, itemPreview, mintedCount }: Pick<Sale, 'saleId' | 'itemPreview' | 'mintedCount'>,
	pageCount: number,
): PreviewedItems {
	const { items } = trpc.useUtils().mint.sales;
	const shownCount = useRef(mintedCount);
	useEffect(() => {
		if (shownCount.current === mintedCount) return;
		shownCount.current = mintedCount;
		void items.invalidate({ saleId });
	}, [mintedCount, saleId, items]);
	const count = itemPreview === 'covered' ? 0 : pageCount;
	const answers = trpc.useQueries((api) =>
		Array.from({ length: count }, (_, page) =>
			api.mint.sales.items(
				{ saleId, offset: page * itemPageSize, limit: itemPageSize }, // What its creator shows may have changed since.
				{ staleTime: 0, refetchOnWindowFocus: false },
			),
		),
	);
	return {
		items: answers.flatMap(({ data }) => data?.items ?? []),
		total: answers.find(({ data }) => data !== undefined)?.data?.total ?? null,
		isLoading: answers.some(({ isPending }) => isPending),
		...toPageFailures(answers),
	};
}

/** Which traits the items have, and how many have each value; that never changes. */
export const useSaleTraits = (saleId: string): ApiQuery<SaleTraits> =>
	trpc.mint.sales.traits.useQuery({ saleId }, { staleTime: Number.POSITIVE_INFINITY });
