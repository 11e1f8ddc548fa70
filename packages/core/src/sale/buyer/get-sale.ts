import type { Database } from '@adx/db/client/database';
import { countItems, findSaleCover, listLatestItems } from '@adx/db/repositories/sale/sale-items';
import { countAllowlists, listSalePhases } from '@adx/db/repositories/sale/sale-phases';
import { findSale } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { latestItemsShown } from '@adx/validators/limits';
import { findActivePhase } from '@adx/validators/sale/phases';
import type { Sale, SaleInput } from '@adx/validators/sale/sales';
import { type SaleStageWith, saleStageFacts } from '@adx/validators/sale/stages';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { isRowId } from '../../platform/ids.ts';
import { toSol } from '../creator/listing-facts.ts';
import { evmExplorerLink, presentSaleChain } from '../evm/open-sale-chains.ts';
import { isCovered, toItemName } from '../reveal/covered-items.ts';
import { presentReveal } from '../reveal/present-reveal.ts';
import { isEvmSale, toCoin, toSaleNetwork } from '../sale-network.ts';
import { getSaleState, isCapFixed, presentPhase, toShownPrice } from '../sale-state.ts';
import { estimateSaleCosts } from '../solana/sale-costs.ts';
import { solanaExplorerLink } from '../solana/solana.ts';

/** A sale as everybody sees it; 404 before it sells. */
export async function getSale(ctx: RequestContext, { saleId }: SaleInput): Promise<Sale> {
	await ctx.saleLimiters.calls.begin('sales.get', ctx.address);
	const { sale, phases, allowlists, counts, latest, collection } = await readShared(ctx, saleId);
	const now = ctx.clock();
	const priceLamports = toShownPrice(sale, phases, now);
	const { boughtCount, ownCount, heldCount, freeCount } = counts;
	const costs = await estimateSaleCosts(ctx, sale);
	const itemCostLamports = costs === null ? null : String(costs.itemLamports);
	return {
		saleId: sale.id,
		phase: sale.phase,
		state: getSaleState(sale, phases, now),
		name: sale.name,
		symbol: sale.symbol,
		description: sale.description,
		creator: (collection?.showsCreator && collection.username) || 'Anonymous',
		coverUrl: toCoverUrl(sale, collection?.coverTokenNumber ?? null),
		phases: phases.map((phase) => presentPhase(phase, allowlists)),
		phaseId: findActivePhase(phases, now)?.id ?? null,
		startsAt: sale.startsAt?.toISOString() ?? null,
		endsAt: sale.endsAt?.toISOString() ?? null,
		now: phases.length === 0 && sale.startsAt === null && sale.endsAt === null ? null : now.toISOString(),
		walletAddress: sale.walletAddress,
		network: toSaleNetwork(sale),
		cluster: sale.cluster,
		chain: presentSaleChain(ctx, sale),
		mintAddress: sale.mintAddress,
		explorerUrl: saleLink(ctx, sale, sale.mintAddress),
		coin: toCoin(ctx, sale),
		priceLamports,
		price: toSol(priceLamports),
		itemCostLamports,
		pieceCostLamports: itemCostLamports,
		royalty: sale.royaltyBasisPoints / 100,
		supply: sale.supply,
		isCapFixed: isCapFixed(sale),
		mintedCount: boughtCount + ownCount,
		reservedCount: heldCount,
		availableCount: freeCount,
		itemPreview: isCovered(sale) ? 'covered' : sale.itemPreview,
		reveal: await presentReveal(ctx, sale),
		latest: latest.map((item) => ({
			tokenNumber: item.tokenNumber,
			name: toItemName(sale, item),
			imageUrl: itemImageUrl(sale.id, item.tokenNumber),
		})),
	};
}

/** Its address is another one once the cover is: a page that is open takes the same for the same picture. */
function toCoverUrl(sale: SaleRow, coverTokenNumber: number | null): string | null {
	if (coverTokenNumber === null && !isCovered(sale)) return null;
	return `/api/sales/${sale.id}/cover?size=512${sale.isDelayed && !isCovered(sale) ? '&v=revealed' : ''}`;
}

interface SaleState {
	readonly sale: OpenSale;
	readonly phases: Awaited<ReturnType<typeof listSalePhases>>;
	readonly allowlists: Awaited<ReturnType<typeof countAllowlists>>;
	readonly counts: Awaited<ReturnType<typeof countItems>>;
	readonly latest: Awaited<ReturnType<typeof listLatestItems>>;
	readonly collection: Awaited<ReturnType<typeof findSaleCover>>;
}

interface Reading {
	readonly state: Promise<SaleState>;
	/** What was counted before it began; null on a server, where others write too. */
	readonly changes: number | null;
}

const readings = new WeakMap<Database, Map<string, Reading>>();

/**
 * Many look at a sale at once: those who come while it is being read get what is read then, unless something was changed
 * since that began, which their answers may be remembered to hold.
 */
function readShared({ db, database }: Pick<RequestContext, 'db' | 'database'>, saleId: string): Promise<SaleState> {
	const bySale = readings.get(db) ?? new Map<string, Reading>();
	readings.set(db, bySale);
	const changes = database.changes?.count() ?? null;
	const running = bySale.get(saleId);
	if (running !== undefined && running.changes === changes) return running.state;
	const reading: Reading = {
		changes,
		state: readState(db, saleId).finally(() => {
			if (bySale.get(saleId) === reading) bySale.delete(saleId);
		}),
	};
	bySale.set(saleId, reading);
	return reading.state;
}

async function readState(db: Database, saleId: string): Promise<SaleState> {
	const sale = await requireOpenSale({ db }, saleId);
	const phases = await listSalePhases(db, sale.id);
	const allowlists = await countAllowlists(
		db,
		phases.map(({ id }) => id),
	);
	const counts = await countItems(db, sale.id);
	const latest = await listLatestItems(db, sale.id, latestItemsShown);
	return { sale, phases, allowlists, counts, latest, collection: await findSaleCover(db, sale.id) };
}

/** A sale that everybody may see. */
export type OpenSale = SaleRow & { readonly phase: SaleStageWith<'hasPage'> };

/** A sale that is selling or sold out; 404 for any other. */
export async function requireOpenSale({ db }: Pick<RequestContext, 'db'>, saleId: string): Promise<OpenSale> {
	const sale = isRowId(saleId) ? await findSale(db, saleId) : undefined;
	if (sale === undefined || !isOpen(sale)) throw notFound('sale');
	return sale;
}

const isOpen = (sale: SaleRow): sale is OpenSale => saleStageFacts[sale.phase].hasPage;

/** The path of an item's picture; it accepts `size`. */
export const itemImageUrl = (saleId: string, tokenNumber: number) => `/api/sales/${saleId}/items/${tokenNumber}`;

/** The explorer URL of an address on the sale's cluster. */
export const saleLink = (
	ctx: Pick<RequestContext, 'solana' | 'evmSaleChains'>,
	sale: Pick<SaleRow, 'cluster'>,
	address: string,
) => {
	if (isEvmSale(sale)) return evmExplorerLink(ctx, sale, address);
	return ctx.solana?.cluster === sale.cluster ? solanaExplorerLink(ctx.solana, address) : null;
};
