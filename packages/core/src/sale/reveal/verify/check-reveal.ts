import { createHash } from 'node:crypto';
import { commitToSeed, shuffleItems, toShuffle } from '@adx/collection/reveal/shuffle';
import type { RevealProof } from '@adx/validators/sale/reveal';

// What a stranger checks of a delayed reveal: the claims of its sale against what the chain says.

/** One thing that was looked at. `failed` contradicts the claim; `unchecked` could not be looked at. */
export interface RevealCheck {
	readonly result: 'ok' | 'failed' | 'unchecked';
	/** A line for the reader. */
	readonly text: string;
}

/** What the chain says itself. Hashes are hex without 0x; null for what it does not tell. */
export interface ChainReveal {
	/** In words, e.g. 'the contract 0x… on polygon'. */
	readonly place: string;
	readonly provenance: string | null;
	readonly seedCommitment: string | null;
	/** Since when both are fixed, in words. */
	readonly committed: string;
	/** The block that decides, by the rule that was fixed before it was there. */
	readonly drawBlock: number | null;
	/** Its hash, as the chain has the block, and as the contract kept it; null where a node no longer knows the block. */
	readonly blockHash: string | null;
	readonly keptHash: string | null;
	/** What an item that was sold names as its files, and whether anybody can still change that. */
	readonly item: { readonly tokenNumber: number; readonly uri: string; readonly isFixed: boolean } | null;
}

const ok = (text: string): RevealCheck => ({ result: 'ok', text });
const failed = (text: string): RevealCheck => ({ result: 'failed', text });
const check = (isRight: boolean, right: string, wrong: string): RevealCheck => (isRight ? ok(right) : failed(wrong));

/** Compares the claims with each other, and with the chain. */
export function checkReveal(proof: RevealProof, chain: ChainReveal): RevealCheck[] {
	const { provenance, seedCommitment, drawBlock, drawHash, seed, shuffle, itemHashes, supply } = proof;
	if (seed === null || drawHash === null) return [failed('reveal: the seed or the block is not published')];
	const listed = createHash('sha256').update(itemHashes.join('')).digest('hex');
	const hash = chain.blockHash ?? chain.keptHash;
	return [
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
		chain.drawBlock === null || hash === null
			? { result: 'unchecked', text: `block: the node does not know block ${drawBlock}; ask one that keeps old blocks` }
			: check(
					chain.drawBlock === drawBlock && hash === drawHash && (chain.keptHash ?? hash) === hash,
					`block: ${drawBlock} has the hash ${drawHash}, and was named before it was there`,
					`block: the chain draws ${chain.drawBlock} with the hash ${hash}, and ${drawBlock} with ${drawHash} is claimed`,
				),
		check(
			shuffle === toShuffle(seed, drawHash),
			`order: seed and block make the shuffle ${shuffle}`,
			`order: seed and block make the shuffle ${toShuffle(seed, drawHash)}, and ${shuffle} is claimed`,
		),
		checkItem(proof, chain),
	];
}

function checkItem({ metadataUri }: RevealProof, { item, place }: ChainReveal): RevealCheck {
	if (item === null) return { result: 'unchecked', text: `metadata: ${place} tells of no item that was sold` };
	const { tokenNumber, uri, isFixed } = item;
	if (uri !== `${metadataUri}${tokenNumber}.json`)
		return failed(`metadata: item ${tokenNumber} names ${uri} on the chain, and ${metadataUri} is claimed`);
	if (!isFixed) return failed(`metadata: somebody can still change what item ${tokenNumber} names on the chain`);
	return ok(`metadata: the chain names ${metadataUri} for good`);
}

/** Which item of the first order a token has to show. */
export function toItemHashOf({ seed, drawHash, supply, itemHashes }: RevealProof): (tokenNumber: number) => string {
	const order = shuffleItems(toShuffle(seed ?? '', drawHash ?? ''), supply);
	return (tokenNumber) => itemHashes[(order[tokenNumber - 1] ?? 0) - 1] ?? '';
}
