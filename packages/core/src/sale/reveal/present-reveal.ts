import { toShuffle } from '@adx/collection/reveal/shuffle';
import { listMintedAddresses } from '@adx/db/repositories/sale/sale-items';
import { findItemHashes, findReveal, type RevealFacts } from '@adx/db/repositories/sale/sale-reveals';
import { findCollectionSignature } from '@adx/db/repositories/sale/sale-transactions';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { type CreatorReveal, hexHashLength, type RevealProof, type SaleReveal } from '@adx/validators/sale/reveal';
import type { SaleInput } from '@adx/validators/sales';
import type { RequestContext, Services } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireOpenSale } from '../buyer/get-sale.ts';
import { isDrop, toSaleNetwork } from '../drop/drop-chains.ts';
import { deriveRevealSeed } from './commitment.ts';

type RevealServices = Pick<Services, 'db' | 'secretKey' | 'dropChains'>;

/** The reveal of a sale as everybody sees it; null for a sale whose items are shown from the start. */
export async function presentReveal(services: RevealServices, sale: SaleRow): Promise<SaleReveal | null> {
	if (!sale.isDelayed) return null;
	const reveal = await findReveal(services.db, sale.id);
	return reveal === undefined ? null : toPublic(services, sale, reveal);
}

/** Nothing of the seed before the reveal: with it anybody could tell what each token shows. */
function toPublic(services: RevealServices, sale: SaleRow, reveal: RevealFacts): SaleReveal {
	const { phase, provenance, seedCommitment, drawBlock, drawHash, endSignature } = reveal;
	const isShown = phase === 'revealed' && sale.revealedAt !== null;
	const seed = isShown ? deriveRevealSeed(services, sale) : null;
	return {
		phase,
		provenance,
		seedCommitment,
		drawBlock,
		drawHash,
		endSignature,
		seed,
		shuffle: seed === null || drawHash === null ? null : toShuffle(seed, drawHash),
		metadataUri: isShown ? `ipfs://${sale.metadataRoot}/` : null,
		revealedAt: isShown ? (sale.revealedAt?.toISOString() ?? null) : null,
	};
}

/** The same as its creator sees it, with what the creator's wallet has to send now. */
export async function presentCreatorReveal(services: RevealServices, sale: SaleRow): Promise<CreatorReveal | null> {
	if (!sale.isDelayed) return null;
	const reveal = await findReveal(services.db, sale.id);
	if (reveal === undefined) return null;
	const { progress, errorMessage } = reveal;
	const next = isDrop(sale) ? await (await import('../drop/reveal-calls.ts')).toNextCall(services, sale, reveal) : null;
	return {
		...toPublic(services, sale, reveal),
		progress,
		errorMessage,
		step: next?.step ?? null,
		call: next?.call ?? null,
	};
}

/** All that proves the reveal of a sale, for whoever checks it; 404 before, and for a sale that has none. */
export async function getRevealProof(ctx: RequestContext, { saleId }: SaleInput): Promise<RevealProof> {
	await ctx.saleLimiters.calls.begin('sales.reveal', ctx.address);
	const sale = await requireOpenSale(ctx, saleId);
	const reveal = await presentReveal(ctx, sale);
	const itemHashes = reveal?.phase === 'revealed' ? await findItemHashes(ctx.db, sale.id) : undefined;
	if (reveal === null || itemHashes === undefined) throw notFound('reveal');
	return {
		...reveal,
		network: toSaleNetwork(sale),
		cluster: sale.cluster,
		address: sale.mintAddress,
		name: sale.name,
		supply: sale.supply,
		startSignature: isDrop(sale) ? null : await findCollectionSignature(ctx.db, sale.id),
		items: isDrop(sale)
			? []
			: (await listMintedAddresses(ctx.db, sale.id)).map(({ tokenNumber, mintAddress }) => ({
					tokenNumber,
					address: mintAddress,
				})),
		itemHashes: Array.from({ length: sale.supply }, (_, place) =>
			itemHashes.slice(place * hexHashLength, (place + 1) * hexHashLength),
		),
	};
}
