import { royaltyMaxPercent, solanaNameMaxBytes, solanaSymbolMaxBytes } from '@adx/validators/limits';
import type { CreatorSaleInput, ListingCosts } from '@adx/validators/sales';
import { requireCompleted, requireMerge } from '../../merge/find-merge.ts';
import type { RequestContext } from '../../platform/context.ts';
import { estimateSaleCosts } from '../sale-costs.ts';

/**
 * What it takes to mint a finished merge of the caller's own, before it is started. The listing may still change, so it
 * is taken to have the longest name and symbol that Solana holds; those of the sale are a few per cent below. Null without
 * Solana; 409 as `requireCompleted`.
 */
export async function estimateListingCosts(ctx: RequestContext, { jobId }: CreatorSaleInput): Promise<ListingCosts> {
	const job = await requireMerge(ctx, { jobId, scope: 'own' });
	requireCompleted(job);
	if (ctx.solana === null) return { costs: null };
	const costs = await estimateSaleCosts(ctx, {
		cluster: ctx.solana.cluster,
		name: 'x'.repeat(solanaNameMaxBytes),
		symbol: 'X'.repeat(solanaSymbolMaxBytes),
		royaltyBasisPoints: royaltyMaxPercent * 100,
		supply: job.totalImages,
		metadataRoot: null,
	});
	if (costs === null) return { costs };
	const { collectionLamports, pieceLamports } = costs;
	return { costs: { collectionLamports: String(collectionLamports), pieceLamports: String(pieceLamports) } };
}
