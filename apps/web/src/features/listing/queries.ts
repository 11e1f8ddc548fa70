import type { CreatorSale } from '@adx/validators/sales';
import { isSessionEnded } from '../../lib/session-ended.ts';
import { type ApiQuery, trpc } from '../../lib/trpc.ts';
import { isMoving } from './logic.ts';

const movingPollMs = 2_000;
const sellingPollMs = 10_000;

/** How often to ask after a sale in that state. */
function pollOf(sale: CreatorSale | undefined): number | false {
	if (isSessionEnded() || sale === undefined) return false;
	if (isMoving(sale.phase)) return movingPollMs;
	return sale.phase === 'sold_out' || sale.phase === 'failed' ? false : sellingPollMs;
}

/** The sale of a merge as its creator sees it; not asked for while there is none. */
export const useCreatorSale = (jobId: string, hasSale: boolean): ApiQuery<CreatorSale> =>
	trpc.mint.collections.get.useQuery(
		{ jobId },
		{ enabled: hasSale, staleTime: movingPollMs, refetchInterval: ({ state }) => pollOf(state.data) },
	);

/** Shows a sale as the server just answered it, and has the lists that tell of it asked anew. */
export function useKeepSale() {
	const utils = trpc.useUtils();
	return (sale: CreatorSale) => {
		utils.mint.collections.get.setData({ jobId: sale.jobId }, sale);
		void utils.merge.list.invalidate();
		void utils.merge.gallery.invalidate();
	};
}
