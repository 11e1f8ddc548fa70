import { toShuffle } from '@adx/collection/reveal/shuffle';
import {
	drawData,
	encodeReveal,
	encodeSignedEnd,
	endSaleData,
	type RevealSigner,
} from '@adx/contracts/evm/drop/reveal-call';
import { hasUnsettledItems, type RevealFacts } from '@adx/db/repositories/sale/sale-reveals';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { type MintChain, mintChainFacts } from '@adx/validators/minted-token';
import { closeGraceMs, type RevealCall } from '@adx/validators/sale/reveal';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createRecentCache } from '../../platform/cache.ts';
import type { Services } from '../../platform/context.ts';
import { deriveRevealerKey, deriveRevealSeed } from '../reveal/reveal-secrets.ts';

type CallServices = Pick<Services, 'db' | 'secretKey' | 'clock'>;

/** A signature takes a millisecond, and every look at a page would take one. */
const recentCalls = createRecentCache<Hex>(100);

/**
 * What its creator or anybody else sends a contract now, so that the items of its ended sale are shown: its end, the draw of
 * the block, or the reveal. The end waits for those who may still pay for what they have set aside, and that of a sale which
 * is not sold out is its creator's alone for a day; the reveal tells the seed, so it is there only when the files are. Null
 * while there is nothing to send.
 */
export async function toNextRevealCall(
	services: CallServices,
	sale: SaleRow,
	reveal: RevealFacts,
	sender: 'creator' | 'anybody',
): Promise<RevealCall | null> {
	const { chainStep: step, phase, metadataRoot, drawHash } = reveal;
	const hasEnded = sale.phase === 'sold_out' || sale.closedAt !== null;
	if (step === null || phase === 'revealed' || !hasEnded) return null;
	const { chainId } = mintChainFacts[sale.cluster as MintChain];
	const toCall = (data: Hex): RevealCall => ({
		step,
		call: { chainId, to: sale.mintAddress, data, valueWei: '0' },
	});
	if (step === 'draw') return toCall(drawData);
	const signer = (): RevealSigner => {
		const revealer = privateKeyToAccount(`0x${deriveRevealerKey(services, sale)}`);
		return { revealer, chainId, contract: sale.mintAddress as Address };
	};
	if (step === 'end') {
		if (sale.phase === 'sold_out') return toCall(endSaleData);
		const closedAtMs = sale.closedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
		if (sender === 'anybody' && services.clock().getTime() < closedAtMs + closeGraceMs) return null;
		if (await hasUnsettledItems(services.db, sale.id)) return null;
		return toCall(await recentCalls(`end ${sale.id}`, () => encodeSignedEnd(signer())));
	}
	if (phase !== 'ready' || metadataRoot === null || drawHash === null) return null;
	const seed = deriveRevealSeed(services, sale);
	const files = {
		seed: `0x${seed}`,
		shuffle: `0x${toShuffle(seed, drawHash)}`,
		baseUri: `ipfs://${metadataRoot}/`,
	} as const;
	return toCall(await recentCalls(`reveal ${sale.id} ${files.shuffle}`, () => encodeReveal(signer(), files)));
}
