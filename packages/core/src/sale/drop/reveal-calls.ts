import { drawData, encodeReveal, endSaleData } from '@adx/contracts/evm/drop/reveal-call';
import type { RevealFacts } from '@adx/db/repositories/sale/sale-reveals';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { type MintChain, mintChainFacts } from '@adx/validators/minted-token';
import type { CreatorReveal, RevealStep } from '@adx/validators/sale/reveal';
import type { Services } from '../../platform/context.ts';
import { deriveRevealSeed } from '../reveal/commitment.ts';

interface NextCall {
	readonly step: RevealStep;
	readonly call: NonNullable<CreatorReveal['call']>;
}

/**
 * What the owner of a contract sends it now, so that the items of its ended sale are shown: its end, the draw of the block,
 * or the reveal. The last one tells the seed, so it is there only when the files are; null while there is nothing to send.
 */
export function toNextCall(
	services: Pick<Services, 'secretKey'>,
	sale: SaleRow,
	{ chainStep: step, phase, metadataRoot }: RevealFacts,
): NextCall | null {
	const hasEnded = sale.phase === 'sold_out' || sale.closedAt !== null;
	if (step === null || phase === 'revealed' || !hasEnded) return null;
	const toCall = (data: string): NextCall => {
		const { chainId } = mintChainFacts[sale.cluster as MintChain];
		return { step, call: { chainId, to: sale.mintAddress, data, valueWei: '0' } };
	};
	if (step !== 'reveal') return toCall(step === 'end' ? endSaleData : drawData);
	if (phase !== 'ready' || metadataRoot === null) return null;
	const seed = `0x${deriveRevealSeed(services, sale)}` as const;
	return toCall(encodeReveal(seed, `ipfs://${metadataRoot}/`));
}
