import { shuffleItems, toShuffle } from '@adx/collection/reveal/shuffle';
import { readTokenFacts } from '@adx/contracts/solana/reveal-transaction';
import type { RevealProof } from '@adx/validators/sale/reveal';
import type { Solana } from '../solana/open-solana.ts';

// For tests alone: what a reveal has to be, whatever our rows say.

/** Which item of the first order each token has to show, by the seed and the block that its proof tells. */
export const toDrawnOrder = ({ seed, drawHash, supply }: RevealProof): number[] =>
	shuffleItems(toShuffle(seed ?? '', drawHash ?? ''), supply);

/** How many of some items on Solana can still be changed. */
export async function countChangeable(solana: Solana, mints: readonly string[]): Promise<number> {
	const facts = await readTokenFacts(solana, mints, { commitment: 'confirmed' });
	return [...facts.values()].filter(({ updateAuthority }) => updateAuthority !== null).length;
}
