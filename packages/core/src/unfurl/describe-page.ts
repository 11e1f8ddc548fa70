import { toDisplayLine } from '@adx/collection/metadata/token-attributes';
import { findCollectionVisibility } from '@adx/db/repositories/gallery/gallery-collections';
import { findMergedImage } from '@adx/db/repositories/merge/merged-images';
import { findSaleCover } from '@adx/db/repositories/sale/sale-items';
import { listSalePhases } from '@adx/db/repositories/sale/sale-phases';
import { mintChainFacts } from '@adx/validators/minted-token';
import type { SaleState } from '@adx/validators/sale/sales';
import { authorizeCall } from '../auth/authorize-call.ts';
import type { RequestContext } from '../platform/context.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { isRowId } from '../platform/ids.ts';
import { type OpenSale, requireOpenSale } from '../sale/buyer/get-sale.ts';
import { toSaleUrl } from '../sale/creator/get-creator-sale.ts';
import { isCovered } from '../sale/reveal/covered-items.ts';
import { toCoin, toSaleNetwork } from '../sale/sale-network.ts';
import { getSaleState, toShownPrice } from '../sale/sale-state.ts';
import { formatSol } from '../sale/solana/solana.ts';
import type { Offer, PageDescription } from './page-description.ts';

const textMaxLength = 300;
const productText = 'Create, preview and download collections of fantasy role-playing characters.';

/**
 * What the link of a page tells. The gate stands before all pages but sales: of those behind it strangers learn the name
 * of the page, and of a collection that the gallery shows what its sale tells everybody. 404 for a sale that is not
 * open, a collection that a caller who may see the gallery does not find there, and any other path.
 */
export async function describePage(ctx: RequestContext, path: string): Promise<PageDescription> {
	await ctx.saleLimiters.calls.begin('unfurl', ctx.address);
	if (/^\/gallery\/?$/.test(path)) return { ...toPlainPage('/gallery', 'Gallery'), isPublic: true };
	const [, kind, id = ''] = /^\/(sale|collections)\/([\w-]{1,100})\/?$/.exec(path) ?? [];
	if (kind === 'sale') return describeSale(ctx, await requireOpenSale(ctx, id), toSaleUrl(id));
	if (kind === 'collections') return describeCollection(ctx, id);
	throw notFound('page');
}

/** A page of which nothing is told but the name. */
const toPlainPage = (path: string, title: string): PageDescription => ({
	path,
	text: productText,
	card: { title, creator: null, offer: null, facts: [] },
	coverSha256: null,
	isPublic: false,
});

async function describeCollection(ctx: RequestContext, id: string): Promise<PageDescription> {
	if (!isRowId(id)) throw notFound('collection');
	const path = `/collections/${id}`;
	const row = await findCollectionVisibility(ctx.db, id);
	const isShown = row !== undefined && (!row.hidden || row.ownerId === ctx.actor?.userId);
	if (!isShown && maySeeGallery(ctx)) throw notFound('collection');
	const sale = row === undefined || row.hidden || row.saleId === null ? null : await findOpenSale(ctx, row.saleId);
	// The same for one that does not exist: whether there is any is nothing that strangers are told.
	return sale === null ? toPlainPage(path, 'Collection') : describeSale(ctx, sale, path);
}

function maySeeGallery(ctx: RequestContext): boolean {
	try {
		authorizeCall(ctx, { access: 'member', scope: 'read', page: 'gallery' });
		return true;
	} catch {
		return false;
	}
}

async function findOpenSale(ctx: RequestContext, saleId: string): Promise<OpenSale | null> {
	return requireOpenSale(ctx, saleId).catch((error: unknown) => {
		if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
		throw error;
	});
}

/** How a sale stands, in words. */
const saleStates: Readonly<Record<SaleState, Omit<Offer, 'price'> & { readonly sentence: (price: string) => string }>> =
	{
		selling: { state: 'On sale', isOpen: true, sentence: (price) => `On sale for ${price}.` },
		upcoming: { state: 'Opens soon', isOpen: false, sentence: (price) => `Opens soon, for ${price}.` },
		paused: { state: 'Paused', isOpen: false, sentence: (price) => `Paused, at ${price}.` },
		ended: { state: 'Ended', isOpen: false, sentence: () => 'The sale has ended.' },
		sold_out: { state: 'Sold out', isOpen: false, sentence: () => 'Sold out.' },
	};

async function describeSale(ctx: RequestContext, sale: OpenSale, path: string): Promise<PageDescription> {
	const collection = await findSaleCover(ctx.db, sale.id);
	const number = isCovered(sale) ? null : (collection?.coverTokenNumber ?? null);
	const cover = number === null ? undefined : await findMergedImage(ctx.db, sale.mergeJobId, number);
	const [phases, now] = [await listSalePhases(ctx.db, sale.id), ctx.clock()];
	const { sentence, ...state } = saleStates[getSaleState(sale, phases, now)];
	const lamports = BigInt(toShownPrice(sale, phases, now));
	const isFree = lamports === 0n;
	const price = isFree ? 'Free' : `${formatSol(lamports)} ${toCoin(ctx, sale)}`;
	const items = sale.supply === 1 ? '1 item' : `${sale.supply.toLocaleString('en')} items`;
	const network = nameNetwork(sale);
	const text = `${sentence(isFree ? 'free' : price)} ${items} on ${network}. ${sale.description}`;
	return {
		path,
		text: shorten(text),
		card: {
			title: sale.name,
			creator: (collection?.showsCreator && collection.username) || 'Anonymous',
			offer: { price, ...state },
			facts: [items, network],
		},
		coverSha256: cover?.blobSha256 ?? null,
		isPublic: true,
	};
}

function nameNetwork({ cluster }: Pick<OpenSale, 'cluster'>): string {
	const network = toSaleNetwork({ cluster });
	if (network !== 'solana') return mintChainFacts[network].name;
	return cluster === 'mainnet-beta' ? 'Solana' : `Solana ${cluster}, a test network`;
}

function shorten(text: string): string {
	const line = toDisplayLine(text.replaceAll(/\s+/g, ' ').trim(), textMaxLength + 1);
	return line.length <= textMaxLength ? line : `${toDisplayLine(line, textMaxLength - 1).trimEnd()}…`;
}
