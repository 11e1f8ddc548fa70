import { createHash } from 'node:crypto';
import { commitToSeed, shuffleItems, toShuffle } from '@adx/collection/reveal/shuffle';
import type { RevealProof } from '@adx/validators/sale/reveal';
import { type ChainTokens, checkChainTokens } from './check-chain-tokens.ts';
import { failed, ok, type RevealCheck, unchecked } from './reveal-check.ts';

// What a stranger checks of a delayed reveal: the claims of its sale against what the chain says.

/** What the chain says itself. Hashes are hex without 0x; null for what it does not tell. */
export interface ChainReveal {
	/** In words, e.g. 'the contract 0x… on polygon'. */
	readonly place: string;
	/** Whether a contract is the product's, so that it can do nothing but what that one does; null where none is asked. */
	readonly isKnownCode: boolean | null;
	readonly provenance: string | null;
	readonly seedCommitment: string | null;
	/** Since when both are fixed, in words. */
	readonly committed: string;
	/** The block that decides, by the rule that was fixed before it was there. */
	readonly drawBlock: number | null;
	/** How many were named before that one, and forgotten before anybody drew. */
	readonly forgottenDraws: number;
	/** Its hash, as the chain has the block, and as the contract kept it; null where a node no longer knows the block. */
	readonly blockHash: string | null;
	readonly keptHash: string | null;
	/** What a contract shuffled by; null where there is none. */
	readonly shuffle: string | null;
	readonly tokens: ChainTokens;
}

const check = (isRight: boolean, right: string, wrong: string): RevealCheck => (isRight ? ok(right) : failed(wrong));

/** Compares the claims with each other, and with the chain. */
export function checkReveal(proof: RevealProof, chain: ChainReveal): RevealCheck[] {
	const { provenance, seedCommitment, drawHash, seed, shuffle, itemHashes, supply } = proof;
	if (seed === null || drawHash === null) return [failed('reveal: the seed or the block is not published')];
	// Whatever another contract answers proves nothing.
	if (chain.isKnownCode === false) {
		return [failed(`contract: the code of ${chain.place} is not that of AdxDrop, as this version of ADX Realm has it`)];
	}
	const listed = createHash('sha256').update(itemHashes.join('')).digest('hex');
	const computed = toShuffle(seed, drawHash);
	return [
		...(chain.isKnownCode ? [ok(`contract: the code of ${chain.place} is that of AdxDrop, as its source says`)] : []),
		check(
			chain.provenance === provenance && listed === provenance && itemHashes.length === supply,
			`provenance: the hashes of all ${supply} items make ${provenance}, which ${chain.place} has held ${chain.committed}`,
			`provenance: the hashes of the items make ${listed}, and ${chain.place} holds ${chain.provenance ?? 'none'}`,
		),
		check(
			chain.seedCommitment === seedCommitment && commitToSeed(seed) === seedCommitment,
			`seed: ${seed} is what was committed to before the sale`,
			`seed: its Keccak-256 is ${commitToSeed(seed)}, and ${chain.place} holds ${chain.seedCommitment ?? 'none'}`,
		),
		...checkBlock(proof, chain),
		check(
			shuffle === computed && (chain.shuffle ?? computed) === computed,
			`order: seed and block make the shuffle ${shuffle}`,
			`order: seed and block make the shuffle ${computed}, ${shuffle} is claimed, and ${chain.place} holds ${chain.shuffle ?? 'none'}`,
		),
		checkChainTokens(proof, chain.tokens, chain.place),
	];
}

function checkBlock({ drawBlock, drawHash }: RevealProof, chain: ChainReveal): RevealCheck[] {
	const hash = chain.blockHash ?? chain.keptHash;
	if (chain.drawBlock === null || hash === null)
		return [unchecked(`block: the node does not know block ${drawBlock}; ask one that keeps old blocks`)];
	const isRight = chain.drawBlock === drawBlock && hash === drawHash && (chain.keptHash ?? hash) === hash;
	const block = check(
		isRight,
		`block: ${drawBlock} has the hash ${drawHash}, and was named before it was there`,
		`block: the chain draws ${chain.drawBlock} with the hash ${hash}, and ${drawBlock} with ${drawHash} is claimed`,
	);
	if (chain.forgottenDraws === 0) return [block];
	const before = chain.forgottenDraws === 1 ? 'another block was' : `${chain.forgottenDraws} other blocks were`;
	const text = `draw: ${before} named before this one, and nobody drew until the chain had forgotten the hash; whether somebody who knew the seed waited for a better one cannot be known`;
	return [block, unchecked(text)];
}

/** Which item of the first order a token has to show. */
export function toItemHashOf({ seed, drawHash, supply, itemHashes }: RevealProof): (tokenNumber: number) => string {
	const order = shuffleItems(toShuffle(seed ?? '', drawHash ?? ''), supply);
	return (tokenNumber) => itemHashes[(order[tokenNumber - 1] ?? 0) - 1] ?? '';
}
