import { isReservationOver, type Purchase, type Sale } from '@adx/validators/sale/sales';
import { getHttpStatus, isRefusal } from '../../../lib/api/error-messages.ts';
import { type ApiQuery, trpc } from '../../../lib/api/trpc.ts';

const salePollMs = 10_000;
const purchasePollMs = 1_500;

/** Whether something will become of a sale: it sells, or its items are still covered. */
const isMoving = ({ phase, reveal }: Sale) => phase === 'selling' || (reveal !== null && reveal.phase !== 'revealed');

/** A sale as everybody sees it, asked every 10 s while something will become of it. */
export const useSale = (saleId: string): ApiQuery<Sale> =>
	trpc.mint.sales.get.useQuery(
		{ saleId },
		{
			retry: (failures, error) => failures < 1 && !isRefusal(error),
			staleTime: salePollMs,
			refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? salePollMs : false),
		},
	);

/** What became of a purchase, asked until the chain has spoken; null for none. */
export const usePurchase = (saleId: string, reservationId: string | null): ApiQuery<Purchase> =>
	trpc.mint.sales.purchase.useQuery(
		{ saleId, reservationId: reservationId ?? '' },
		{
			enabled: reservationId !== null,
			staleTime: purchasePollMs,
			retry: false,
			refetchInterval: ({ state }) =>
				(state.data !== undefined && isReservationOver(state.data)) || getHttpStatus(state.error) === 404
					? false
					: purchasePollMs,
		},
	);
