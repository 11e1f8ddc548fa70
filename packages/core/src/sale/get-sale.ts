import type { Database } from '@adx/db/client';
import { countPieces, findSaleCover, listLatestPieces } from '@adx/db/repositories/sale-pieces';
import { latestPiecesShown } from '@adx/validators/limits';
import type { Sale, SaleInput } from '@adx/validators/sales';
import type { RequestContext } from '../context.ts';
import { estimateSaleCosts } from './costs.ts';
import { requireOpenSale } from './find-sale.ts';
import { solOf } from './listing-facts.ts';
import { pieceImageUrl, saleLink } from './present-purchase.ts';

/** A sale as everybody sees it, counted from its pieces; 404 before it sells. */
export async function getSale(ctx: RequestContext, { saleId }: SaleInput): Promise<Sale> {
	ctx.saleLimiters.calls.begin('sales.get', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	const { counts, latest, collection } = await readShared(ctx.db, sale.id);
	const { boughtCount, ownCount, heldCount, freeCount } = counts;
	const costs = await estimateSaleCosts(ctx, sale);
	return {
		saleId: sale.id,
		phase: sale.phase,
		name: sale.name,
		symbol: sale.symbol,
		description: sale.description,
		creator: (collection?.showsCreator && collection.username) || 'Anonymous',
		coverUrl: collection?.coverTokenNumber == null ? null : `/api/sales/${sale.id}/cover?size=512`,
		walletAddress: sale.walletAddress,
		cluster: sale.cluster,
		mintAddress: sale.mintAddress,
		explorerUrl: saleLink(ctx, sale, sale.mintAddress),
		priceLamports: sale.priceLamports,
		price: solOf(sale.priceLamports),
		pieceCostLamports: costs === null ? null : String(costs.pieceLamports),
		royalty: sale.royaltyBasisPoints / 100,
		supply: sale.supply,
		mintedCount: boughtCount + ownCount,
		reservedCount: heldCount,
		availableCount: freeCount,
		latest: latest.map(({ tokenNumber, name }) => ({
			tokenNumber,
			name,
			imageUrl: pieceImageUrl(sale.id, tokenNumber),
		})),
	};
}

interface SaleState {
	readonly counts: Awaited<ReturnType<typeof countPieces>>;
	readonly latest: Awaited<ReturnType<typeof listLatestPieces>>;
	readonly collection: Awaited<ReturnType<typeof findSaleCover>>;
}

const reading = new WeakMap<Database, Map<string, Promise<SaleState>>>();

/** Many look at a sale at once: those who come while it is being read get what is read then. */
function readShared(db: Database, saleId: string): Promise<SaleState> {
	const bySale = reading.get(db) ?? new Map<string, Promise<SaleState>>();
	reading.set(db, bySale);
	const running = bySale.get(saleId) ?? readState(db, saleId).finally(() => bySale.delete(saleId));
	bySale.set(saleId, running);
	return running;
}

async function readState(db: Database, saleId: string): Promise<SaleState> {
	const counts = await countPieces(db, saleId);
	const latest = await listLatestPieces(db, saleId, latestPiecesShown);
	return { counts, latest, collection: await findSaleCover(db, saleId) };
}
