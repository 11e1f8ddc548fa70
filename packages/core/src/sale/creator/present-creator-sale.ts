import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { CreatorSale } from '@adx/validators/sales';
import type { RequestContext } from '../../platform/context.ts';
import { explorerLink } from '../chain/solana.ts';
import { estimateSaleCosts } from '../sale-costs.ts';
import { toSol } from './listing-facts.ts';

/** Where a sale's page is. */
export const toSaleUrl = (saleId: string) => `/sale/${saleId}`;

/** A sale as its creator sees it. */
export async function presentCreatorSale(ctx: RequestContext, sale: SaleRow): Promise<CreatorSale> {
	const { boughtCount, ownCount } = sale;
	const costs = await estimateSaleCosts(ctx, sale);
	const isOnChain = sale.startedAt !== null;
	return {
		saleId: sale.id,
		jobId: sale.mergeJobId,
		phase: sale.phase,
		progress: sale.progress,
		network: 'solana',
		cluster: sale.cluster,
		walletAddress: sale.walletAddress,
		name: sale.name,
		symbol: sale.symbol,
		priceLamports: sale.priceLamports,
		price: toSol(sale.priceLamports),
		royalty: sale.royaltyBasisPoints / 100,
		supply: sale.supply,
		soldCount: boughtCount,
		ownCount,
		mintAddress: isOnChain ? sale.mintAddress : null,
		explorerUrl: isOnChain
			? explorerLink(ctx.solana && { ...ctx.solana, cluster: sale.cluster }, sale.mintAddress)
			: null,
		saleUrl: toSaleUrl(sale.id),
		published: sale.published,
		carUrl: sale.metadataRoot === null ? null : `/api/mint-collection/${sale.mergeJobId}/car`,
		costs: costs && {
			collectionLamports: String(costs.collectionLamports),
			pieceLamports: String(costs.pieceLamports),
			ownAllLamports: String(costs.pieceLamports * BigInt(sale.supply - boughtCount - ownCount)),
		},
		errorMessage: sale.errorMessage,
		createdAt: sale.createdAt.toISOString(),
		startedAt: sale.startedAt?.toISOString() ?? null,
		endedAt: sale.endedAt?.toISOString() ?? null,
	};
}
