import { toShuffle } from '@adx/collection/reveal/shuffle';
import { findReveal, type RevealFacts } from '@adx/db/repositories/sale/sale-reveals';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { type CreatorReveal, revealGraceMs, type SaleReveal } from '@adx/validators/sale/reveal';
import type { Services } from '../../platform/context.ts';
import { isEvmSale } from '../sale-network.ts';
import { deriveRevealSeed } from './reveal-secrets.ts';

type RevealServices = Pick<Services, 'db' | 'secretKey' | 'clock' | 'evmSaleChains'>;

/** The reveal of a sale as everybody sees it; null for a sale whose items are shown from the start. */
export async function presentReveal(services: RevealServices, sale: SaleRow): Promise<SaleReveal | null> {
	if (!sale.isDelayed) return null;
	const reveal = await findReveal(services.db, sale.id);
	return reveal === undefined ? null : present(services, sale, reveal, 'anybody');
}

/** Nothing of the seed before the reveal: with it anybody could tell what each token shows. */
async function present(
	services: RevealServices,
	sale: SaleRow,
	reveal: RevealFacts,
	viewer: 'creator' | 'anybody',
): Promise<SaleReveal> {
	const { phase, provenance, seedCommitment, drawBlock, drawHash, drawnAt, forgottenDraws, endSignature } = reveal;
	const isShown = phase === 'revealed' && sale.revealedAt !== null;
	const seed = isShown ? deriveRevealSeed(services, sale) : null;
	const next = isEvmSale(sale)
		? await (await import('../evm/next-reveal-call.ts')).toNextRevealCall(services, sale, reveal, viewer)
		: null;
	return {
		phase,
		provenance,
		seedCommitment,
		drawBlock,
		drawHash,
		forgottenDraws,
		endSignature,
		beginsBy: phase === 'drawn' && drawnAt !== null ? new Date(drawnAt.getTime() + revealGraceMs).toISOString() : null,
		next,
		seed,
		shuffle: seed === null || drawHash === null ? null : toShuffle(seed, drawHash),
		metadataUri: isShown ? `ipfs://${sale.metadataRoot}/` : null,
		revealedAt: isShown ? (sale.revealedAt?.toISOString() ?? null) : null,
	};
}

/** The same as its creator sees it. */
export async function presentCreatorReveal(services: RevealServices, sale: SaleRow): Promise<CreatorReveal | null> {
	if (!sale.isDelayed) return null;
	const reveal = await findReveal(services.db, sale.id);
	if (reveal === undefined) return null;
	const { progress, errorMessage } = reveal;
	return { ...(await present(services, sale, reveal, 'creator')), progress, errorMessage };
}
