import type { SaleRow } from '@adx/db/schema/sale-tables';
import { royaltyMaxPercent, solanaNameMaxBytes, solanaSymbolMaxBytes } from '@adx/validators/limits';
import type { CreatorSaleInput, ListingCosts } from '@adx/validators/sale/sales';
import { requireCompleted, requireMerge } from '../../merge/get-merge.ts';
import type { RequestContext, Services } from '../../platform/context.ts';
import type { Solana } from './open-solana.ts';
import { getLongestMetadata, longestCommitment, toCollectionMetadata } from './token-metadata.ts';

/** What leaves a wallet in lamports, rent and fees together. */
export interface SaleCosts {
	/** What the creator pays once. */
	readonly collectionLamports: bigint;
	/** What the buyer of an item pays besides its price: the most that any item of the sale costs. */
	readonly itemLamports: bigint;
}

/** Rent changes by a vote of the cluster, if ever. */
const cacheMs = 10 * 60_000;
/** Pages that poll do not each wait for a node that is away. */
const retryMs = 15_000;
/** Costs are shown beside other things, which must not wait long. */
const waitMs = 3_000;

/** A placeholder as long as a root, for estimates before there is one. */
const rootPlaceholder = 'b'.repeat(59);

interface Rent {
	readonly lamportsPerByte: bigint | null;
	readonly validUntilMs: number;
}

const rents = new WeakMap<Solana, Promise<Rent>>();

/** What decides how many bytes a sale takes on the chain. */
export type SaleExtent = Pick<
	SaleRow,
	'name' | 'symbol' | 'royaltyBasisPoints' | 'supply' | 'metadataRoot' | 'cluster' | 'isDelayed'
>;

/** What a sale takes from wallets as the cluster's rent is now; null while its node does not say. */
export async function estimateSaleCosts(
	{ solana, clock }: Pick<Services, 'solana' | 'clock'>,
	sale: SaleExtent,
): Promise<SaleCosts | null> {
	if (solana === null || solana.cluster !== sale.cluster) return null;
	const { lamportsPerByte } = await getRent(solana, clock().getTime());
	if (lamportsPerByte === null) return null;
	const { computeCollectionCost, computeItemCost } = await import('@adx/contracts/solana/cost');
	const prices = { lamportsPerByte, microLamportsPerUnit: solana.microLamportsPerUnit };
	const laidOut = { ...sale, metadataRoot: sale.metadataRoot ?? rootPlaceholder };
	return {
		collectionLamports: computeCollectionCost(
			prices,
			toCollectionMetadata(laidOut, sale.isDelayed ? longestCommitment : null),
			sale.isDelayed ? sale.supply : 0,
		).totalLamports,
		itemLamports: computeItemCost(prices, getLongestMetadata(laidOut)).totalLamports,
	};
}

/** What an item costs besides its price, also under the name that older clients read. */
export function toItemCosts({ itemLamports }: SaleCosts): Record<'itemLamports' | 'pieceLamports', string> {
	return { itemLamports: String(itemLamports), pieceLamports: String(itemLamports) };
}

/** Remembered; what is under way is shared. */
async function getRent(solana: Solana, nowMs: number): Promise<Rent> {
	const known = await rents.get(solana);
	if (known !== undefined && known.validUntilMs > nowMs) return known;
	const asked = readRent(solana, nowMs);
	rents.set(solana, asked);
	return asked;
}

async function readRent(solana: Solana, nowMs: number): Promise<Rent> {
	const { readLamportsPerByte } = await import('@adx/contracts/solana/read-chain');
	try {
		const lamportsPerByte = await readLamportsPerByte({ ...solana, timeoutMs: waitMs });
		return { lamportsPerByte, validUntilMs: nowMs + cacheMs };
	} catch {
		return { lamportsPerByte: null, validUntilMs: nowMs + retryMs };
	}
}

/**
 * What it takes to mint a finished merge of the caller's own, before it is started, and who publishes its files. The listing may still change, so it
 * is taken to have the longest name and symbol that Solana holds; those of the sale are a few per cent below. Costs are null
 * without Solana; 409 as `requireCompleted`.
 */
export async function estimateListingCosts(ctx: RequestContext, { jobId }: CreatorSaleInput): Promise<ListingCosts> {
	const job = await requireMerge(ctx, { jobId, scope: 'own' });
	requireCompleted(job);
	const publishesFiles = ctx.minting.ipfsApiUrl !== null;
	if (ctx.solana === null) return { costs: null, publishesFiles };
	const extent = {
		cluster: ctx.solana.cluster,
		name: 'x'.repeat(solanaNameMaxBytes),
		symbol: 'X'.repeat(solanaSymbolMaxBytes),
		royaltyBasisPoints: royaltyMaxPercent * 100,
		supply: job.totalImages,
		metadataRoot: null,
	};
	const costs = await estimateSaleCosts(ctx, { ...extent, isDelayed: false });
	const delayed = await estimateSaleCosts(ctx, { ...extent, isDelayed: true });
	if (costs === null || delayed === null) return { costs: null, publishesFiles };
	const { collectionLamports } = costs;
	return {
		costs: {
			collectionLamports: String(collectionLamports),
			revealLamports: String(delayed.collectionLamports - collectionLamports),
			...toItemCosts(costs),
		},
		publishesFiles,
	};
}
