import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import type { MergeOptions } from '@adx/validators/merge';
import { createCaseFolding } from '../metadata/case-folding.ts';
import { toTokenName } from '../metadata/metadata.ts';
import { toDisplayLine } from '../metadata/token-attributes.ts';
import { unifySpellings } from '../metadata/trait-spellings.ts';
import { describeTooManyTraits } from '../rarity/rarity.ts';
import { applyDrops, countTraitNames, fillMissingTraits } from './merge-fixes.ts';
import { type MergeCandidate, type MergeSource, type MergeToken, readTokens } from './read-tokens.ts';
import { computeTokenOrder } from './token-order.ts';

/** A token of the merged collection. */
export interface MergedToken extends MergeToken {
	/** From 1. */
	readonly tokenNumber: number;
	readonly name: string;
	/** After the fixes; texts cleaned of control characters and cut to a sensible length. */
	readonly attributes: readonly TokenAttribute[];
	/** The Rarity among the attributes was derived here, so it is computed again. */
	readonly hasDerivedRarity: boolean;
	/** Position of its collection, from 0. */
	readonly sourcePosition: number;
	/** Its place in that collection, from 0. */
	readonly sourceIndex: number;
}

export interface MergeResult {
	/** By token number. */
	readonly tokens: readonly MergedToken[];
	/** Tokens left out, by the fix that did so; without zeros. */
	readonly leftOut: Record<string, number>;
}

const originalNameMaxLength = 100;

/** Collections that cannot be merged as asked; the message is a sentence for the person. */
export class MergeError extends Error {
	override name = 'MergeError';
}

/**
 * Merges collections: renames, one spelling for names and values, tokens left out, missing traits, then order, numbers
 * from 1 and names. Same input, same result. Throws MergeError when nothing is left, or when the tokens name so many
 * different traits that no rarity can be computed.
 */
export function mergeTokens(
	sources: readonly MergeSource[],
	options: MergeOptions & { readonly seed: string },
	projectName: string,
): MergeResult {
	const folds = createCaseFolding();
	const { fixes } = options;
	const all = readTokens(sources, fixes, folds);
	unifySpellings(all, folds, fixes);
	const { remaining, leftOut } = applyDrops(all, fixes, folds);
	if (remaining.length === 0) throw new MergeError(describeNothingLeft(all));
	const tooMany = describeTooManyTraits(countTraitNames(remaining, folds).size, remaining.length);
	if (tooMany !== null) throw new MergeError(tooMany);
	fillMissingTraits(remaining, folds, fixes);
	const order = computeTokenOrder(countBySource(remaining, sources.length), options.order, options.seed);
	const tokens = Array.from(order, (place, index) => {
		const tokenNumber = index + 1;
		const token = remaining[place]!;
		const originalName = options.naming === 'keep' ? getOriginalName(token.token) : null;
		const name = originalName ?? toTokenName(options.metadata?.namePattern, projectName, tokenNumber);
		return { ...createMergedToken(token), tokenNumber, name };
	});
	return { tokens, leftOut };
}

/** Files that are not pictures are left out unless somebody chooses to keep them. */
function describeNothingLeft(all: readonly MergeCandidate[]): string {
	if (all.length === 0) return 'There is no image to merge.';
	const hasPicture = all.some(({ token }) => token.mime !== null);
	return hasPicture ? 'The chosen fixes leave out every image.' : 'None of the files is a picture that can be read.';
}

/** The name that a token's metadata gives it, as one line that can be shown; null where it gives none. */
export function getOriginalName({ metadata }: Pick<MergeToken, 'metadata'>): string | null {
	const name = metadata?.name;
	if (typeof name !== 'string' && typeof name !== 'number') return null;
	return toDisplayLine(String(name), originalNameMaxLength).trim() || null;
}

function countBySource(tokens: readonly MergeCandidate[], sourceCount: number): readonly number[] {
	const sizes = new Array<number>(sourceCount).fill(0);
	for (const { sourcePosition } of tokens) sizes[sourcePosition]!++;
	return sizes;
}

function createMergedToken({ token, attributes, hasDerivedRarity, sourcePosition, sourceIndex }: MergeCandidate) {
	const { filename, sha256, mime, width, height, isAnimated = false, metadata } = token;
	return {
		filename,
		sha256,
		mime,
		width,
		height,
		isAnimated,
		metadata,
		attributes,
		hasDerivedRarity,
		sourcePosition,
		sourceIndex,
	};
}
