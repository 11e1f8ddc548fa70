import type { CreatorSale, ListingCosts } from '@adx/validators/sale/sales';
import { pollEvery } from '../../../lib/api/query-client.ts';
import { type ApiQuery, trpc } from '../../../lib/api/trpc.ts';
import { isInProgress, isRevealing } from './sale-stage.ts';

const movingPollMs = 2_000;
const sellingPollMs = 10_000;
/** The network's rent hardly ever changes; where its node did not say, the next look at the form asks again. */
const costsStaleMs = 15_000;

/** How often to ask after a sale in that state. */
function pollOf(sale: CreatorSale | undefined): number | false {
	if (sale === undefined || sale.phase === 'failed') return false;
	if (isRevealing(sale)) return pollEvery(movingPollMs)();
	if (sale.phase === 'sold_out') return false;
	return pollEvery(isInProgress(sale.phase) ? movingPollMs : sellingPollMs)();
}

/** The sale of a merge as its creator sees it; not asked for while there is none. */
export const useCreatorSale = (jobId: string, hasSale: boolean): ApiQuery<CreatorSale> =>
	trpc.mint.collections.get.useQuery(
		{ jobId },
		{ enabled: hasSale, staleTime: movingPollMs, refetchInterval: ({ state }) => pollOf(state.data) },
	);

/** What minting a merge takes at most, and whether the server publishes its files; asked for while its form is open. */
export const useListingCosts = (jobId: string, isWanted: boolean): ApiQuery<ListingCosts> =>
	trpc.mint.collections.costs.useQuery({ jobId }, { enabled: isWanted, staleTime: costsStaleMs });

/** Shows a sale as the server just returned it, and refetches the lists that include it. */
export function useCacheSale() {
	const utils = trpc.useUtils();
	return (sale: CreatorSale) => {
		utils.mint.collections.get.setData({ jobId: sale.jobId }, sale);
		void utils.merge.list.invalidate();
		void utils.merge.gallery.invalidate();
	};
}
