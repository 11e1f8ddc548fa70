import type { RevealProof } from '@adx/validators/sale/reveal';
import { failed, ok, type RevealCheck, unchecked } from './reveal-check.ts';

/** What the chain says of a token that was sold. */
export interface ChainToken {
	/** As the sale claims it. */
	readonly tokenNumber: number;
	/** Where its files are. */
	readonly uri: string;
	/** Whether nobody can change that. */
	readonly isFixed: boolean;
	/** Whether it belongs to the collection. */
	readonly isMember: boolean;
	/** The number by which the token calls itself since it was sold; null where its number is its identity. */
	readonly ownNumber: number | null;
}

/** Those that were inspected, and how many the collection has; null where one tells of all. */
export interface ChainTokens {
	readonly inspected: readonly ChainToken[];
	readonly count: number | null;
}

/** Whether every token that was sold names the files that are claimed, for good. */
export function checkChainTokens(proof: RevealProof, { inspected, count }: ChainTokens, place: string): RevealCheck {
	const { metadataUri } = proof;
	if (inspected.length === 0 && (count ?? 0) === 0)
		return unchecked(`metadata: ${place} tells of no item that was sold`);
	const numbers = new Set(inspected.map(({ tokenNumber }) => tokenNumber));
	if (numbers.size < inspected.length) return failed('metadata: two tokens are claimed to have the same number');
	if (count !== null && count !== inspected.length)
		return failed(`metadata: ${place} has ${count} items, and ${inspected.length} of those that are claimed are there`);
	for (const token of inspected) {
		const problem = findProblem(proof, token);
		if (problem !== null) return failed(`metadata: item ${token.tokenNumber} ${problem}`);
	}
	const subject = count === null ? 'the chain names' : `all ${count} tokens that were sold name`;
	return ok(`metadata: ${subject} ${metadataUri} for good`);
}

function findProblem(
	{ metadataUri }: RevealProof,
	{ tokenNumber, uri, isFixed, isMember, ownNumber }: ChainToken,
): string | null {
	if (!isMember) return 'is none of the collection on the chain';
	if (ownNumber !== null && ownNumber !== tokenNumber) return `calls itself number ${ownNumber} on the chain`;
	if (uri !== `${metadataUri}${tokenNumber}.json`) return `names ${uri} on the chain, and ${metadataUri} is claimed`;
	return isFixed ? null : 'can still be changed by somebody on the chain';
}
