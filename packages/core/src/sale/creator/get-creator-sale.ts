import type { Database, DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { countAllowlists, listSalePhases } from '@adx/db/repositories/sale/sale-phases';
import { changeReveal } from '@adx/db/repositories/sale/sale-reveals';
import { findSaleOfMerge, lockSaleOfMerge, publishSale } from '@adx/db/repositories/sale/sales';
import type { SalePhaseRow, SaleRow } from '@adx/db/schema/sale-tables';
import type { SalePhaseOutput } from '@adx/validators/sale/phases';
import type { CreatorSale, CreatorSaleInput } from '@adx/validators/sale/sales';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { evmExplorerLink } from '../evm/open-sale-chains.ts';
import { presentCreatorReveal } from '../reveal/present-reveal.ts';
import { isEvmSale, toCoin, toSaleNetwork } from '../sale-network.ts';
import { getSaleState, isCapFixed, presentPhase, saleEnded, toPhasesTag } from '../sale-state.ts';
import { estimateSaleCosts, toItemCosts } from '../solana/sale-costs.ts';
import { solanaExplorerLink } from '../solana/solana.ts';
import { toSol } from './listing-facts.ts';

/** How the sale of the caller's own merge is; 404 for a merge that was never started. */
export async function getCreatorSale(ctx: RequestContext, input: CreatorSaleInput): Promise<CreatorSale> {
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/**
 * The creator says that the files are on IPFS; the sale begins where only that was missing. Saying it again changes
 * nothing. 409 while they are not laid out.
 */
export async function confirmPublished(ctx: RequestContext, input: CreatorSaleInput): Promise<CreatorSale> {
	const sale = await requireCreatorSale(ctx, input);
	if (sale.metadataRoot === null) {
		const message = 'The files are not ready yet. Publish them when they are.';
		throw new AppError('CONFLICT', { reason: 'mint_under_way', message });
	}
	await publishSale(ctx.db, sale.id, sale.metadataRoot);
	// The same for a reveal: the chain is told where the files are once they are published.
	if (sale.isDelayed) await transact(ctx.db, (trx) => changeReveal(trx, sale.id, ['unpublished'], { phase: 'ready' }));
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** The sale of the caller's own merge; 404 for a stranger's, and for a merge that was never started. */
export async function requireCreatorSale(ctx: RequestContext, { jobId }: CreatorSaleInput): Promise<SaleRow> {
	const { userId } = requireActor(ctx);
	const sale = isRowId(jobId) ? await findSaleOfMerge(ctx.db, userId, jobId) : undefined;
	if (sale === undefined) throw notFound('sale');
	return sale;
}

/** The same, locked until the transaction ends; 409 `sale_ended` where nobody will buy any more. */
export async function lockOpenSale(trx: DatabaseTransaction, jobId: string): Promise<SaleRow> {
	const sale = await lockSaleOfMerge(trx, jobId);
	if (sale === undefined) throw notFound('sale');
	if (sale.closedAt !== null || sale.phase === 'sold_out') throw saleEnded();
	return sale;
}

/** The path of a sale's page. */
export const toSaleUrl = (saleId: string) => `/sale/${saleId}`;

/** Where an address, or with `tx` a transaction, of the sale is shown, also on a cluster that is not followed any more. */
export function creatorLink(
	ctx: Pick<RequestContext, 'solana' | 'evmSaleChains'>,
	sale: Pick<SaleRow, 'cluster'>,
	address: string,
	kind: 'address' | 'tx' = 'address',
): string | null {
	if (isEvmSale(sale)) return evmExplorerLink(ctx, sale, address, kind);
	return solanaExplorerLink(ctx.solana && { ...ctx.solana, cluster: sale.cluster }, address, kind);
}

/** Phases as everybody sees them. */
export async function presentPhases(db: Database, phases: readonly SalePhaseRow[]): Promise<SalePhaseOutput[]> {
	const ids = phases.map(({ id }) => id);
	const allowlists = await countAllowlists(db, ids);
	return phases.map((phase) => presentPhase(phase, allowlists));
}

/** A sale as its creator sees it. */
export async function presentCreatorSale(ctx: RequestContext, sale: SaleRow): Promise<CreatorSale> {
	const { boughtCount, ownCount } = sale;
	const costs = await estimateSaleCosts(ctx, sale);
	const phases = await listSalePhases(ctx.db, sale.id);
	const shownPhases = await presentPhases(ctx.db, phases);
	const isOnChain = sale.startedAt !== null;
	return {
		saleId: sale.id,
		jobId: sale.mergeJobId,
		phase: sale.phase,
		state: isOnChain ? getSaleState(sale, phases, ctx.clock()) : null,
		progress: sale.progress,
		network: toSaleNetwork(sale),
		cluster: sale.cluster,
		walletAddress: sale.walletAddress,
		name: sale.name,
		symbol: sale.symbol,
		coin: toCoin(ctx, sale),
		priceLamports: sale.priceLamports,
		price: toSol(sale.priceLamports),
		royalty: sale.royaltyBasisPoints / 100,
		supply: sale.supply,
		isCapFixed: isOnChain && isCapFixed(sale),
		chainState: sale.chainState,
		pausedAt: sale.pausedAt?.toISOString() ?? null,
		closedAt: sale.closedAt?.toISOString() ?? null,
		startsAt: sale.startsAt?.toISOString() ?? null,
		endsAt: sale.endsAt?.toISOString() ?? null,
		soldCount: boughtCount,
		ownCount,
		earnedLamports: sale.soldLamports,
		mintAddress: isOnChain ? sale.mintAddress : null,
		explorerUrl: isOnChain ? creatorLink(ctx, sale, sale.mintAddress) : null,
		saleUrl: toSaleUrl(sale.id),
		itemPreview: sale.itemPreview,
		revealChoice: sale.isDelayed ? 'delayed' : 'at_once',
		reveal: sale.phase === 'preparing' ? null : await presentCreatorReveal(ctx, sale),
		phases: shownPhases,
		phasesTag: toPhasesTag(shownPhases),
		published: sale.published,
		publishesFiles: ctx.minting.ipfsApiUrl !== null,
		carUrl: sale.metadataRoot === null ? null : `/api/mint-collection/${sale.mergeJobId}/car`,
		costs: costs && {
			collectionLamports: String(costs.collectionLamports),
			...toItemCosts(costs),
			ownAllLamports: String(costs.itemLamports * BigInt(sale.supply - boughtCount - ownCount)),
		},
		errorMessage: sale.errorMessage,
		createdAt: sale.createdAt.toISOString(),
		startedAt: sale.startedAt?.toISOString() ?? null,
		endedAt: sale.endedAt?.toISOString() ?? null,
	};
}
