import type { CreatorSale } from '@adx/validators/sale/sales';
import { trpc } from '../../../../lib/api/trpc.ts';
import type { ControlledSale } from '../../contract/use-control-call.ts';
import { useCacheSale } from '../listing-queries.ts';

/** The contract of one's own sale, for what calls it. */
export function useOwnContract({
	jobId,
	network,
	mintAddress,
	coin,
	reveal,
}: CreatorSale): ControlledSale<CreatorSale> {
	const { client } = trpc.useUtils();
	const { data: config } = trpc.auth.config.useQuery();
	const cacheSale = useCacheSale();
	return {
		contract: mintAddress ?? '',
		chain: config?.saleChains.find((each) => each.chain === network) ?? null,
		coin,
		reveal,
		look: async () => {
			const sale = await client.mint.collections.get.query({ jobId });
			cacheSale(sale);
			return sale;
		},
	};
}
