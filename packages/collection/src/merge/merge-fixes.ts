import type { MergeFixes } from '@adx/validators/merge';
import type { CaseFolding } from '../metadata/case-folding.ts';
import { derivedTrait } from '../rarity/rarity.ts';
import type { MergeCandidate } from './read-tokens.ts';

/** A fix that leaves tokens out. */
export type DropKind = keyof typeof findings;

/** The tokens that a finding is about, in their order, each with the token that it repeats, if any. */
type Search = (tokens: readonly MergeCandidate[], folds: CaseFolding) => Map<MergeCandidate, MergeCandidate | null>;

const findings = {
	unreadableFiles: (tokens) => selectTokens(tokens, ({ token }) => token.mime === null),
	missingMetadata: (tokens) => selectTokens(tokens, ({ token }) => token.metadata === null),
	noTraits: (tokens) =>
		tokens.some(hasTraits)
			? selectTokens(tokens, (each) => each.token.metadata !== null && !hasTraits(each))
			: new Map(),
	mixedSizes: (tokens) => {
		const main = getMostCommonSize(tokens);
		return selectTokens(tokens, (token) => toSizeKey(token) !== null && toSizeKey(token) !== main);
	},
	duplicateImages: (tokens) => findRepeats(tokens, ({ token }) => token.sha256),
	duplicateTraits: (tokens, folds) => findRepeats(tokens, (token) => toTraitsKey(token, folds)),
} as const satisfies Record<string, Search>;

/** In the order in which they are applied. */
export const dropKinds = Object.keys(findings) as DropKind[];

/** The tokens that a fix 'drop' of that kind leaves out; of those that repeat one another the first with metadata stays. */
export function findDropped(
	kind: DropKind,
	tokens: readonly MergeCandidate[],
	folds: CaseFolding,
): ReadonlyMap<MergeCandidate, MergeCandidate | null> {
	return (findings[kind] as Search)(tokens, folds);
}

/**
 * Applies the fixes that leave tokens out, one after the other, each to what the ones before it left; with `until` only
 * those that come before that one.
 */
export function applyDrops(
	tokens: readonly MergeCandidate[],
	fixes: MergeFixes,
	folds: CaseFolding,
	until?: DropKind,
): { readonly remaining: readonly MergeCandidate[]; readonly leftOut: Record<string, number> } {
	const leftOut: Record<string, number> = {};
	let remaining = tokens;
	for (const kind of dropKinds) {
		if (kind === until) break;
		if (fixes[kind] !== 'drop') continue;
		const dropped = findDropped(kind, remaining, folds);
		if (dropped.size === 0) continue;
		leftOut[kind] = dropped.size;
		remaining = remaining.filter((token) => !dropped.has(token));
	}
	return { remaining, leftOut };
}

/** The most frequent size of the pictures as '1024 × 1024'; null without any. */
export function getMostCommonSize(tokens: readonly MergeCandidate[]): string | null {
	const counts = new Map<string, number>();
	for (const token of tokens) {
		const size = toSizeKey(token);
		if (size !== null) counts.set(size, (counts.get(size) ?? 0) + 1);
	}
	let main: string | null = null;
	for (const [size, times] of counts) if (main === null || times > counts.get(main)!) main = size;
	return main;
}

/** '512 × 512', by which pictures of one size are counted; null for a file that is not a picture. */
export function toSizeKey({ token: { mime, width, height } }: MergeCandidate): string | null {
	return mime === null || width === null || height === null ? null : `${width} × ${height}`;
}

/** Whether it can lack one trait or another; what has none of any kind is found, and mended, by itself. */
export const hasTraits = ({ attributes }: Pick<MergeCandidate, 'attributes'>): boolean => attributes.length > 0;

/** The names of all traits but Rarity with the tokens that have them, as they are first written, in the order of first use. */
export function countTraitNames(tokens: readonly MergeCandidate[], folds: CaseFolding) {
	const counts = new Map<string, { readonly name: string; tokens: number }>();
	for (const { attributes } of tokens) {
		const names = new Set<string>();
		for (const { trait_type } of attributes) {
			const fold = folds.name(trait_type);
			// Rarity is derived from the other traits, so it is never compared or filled in.
			if (fold === derivedTrait || names.has(fold)) continue;
			names.add(fold);
			const known = counts.get(fold);
			if (known) known.tokens++;
			else counts.set(fold, { name: trait_type, tokens: 1 });
		}
	}
	return counts;
}

/** Gives tokens the value 'None' for each trait that others have and they lack, where the fixes say so. */
export function fillMissingTraits(tokens: readonly MergeCandidate[], folds: CaseFolding, fixes: MergeFixes): void {
	const traits = countTraitNames(tokens, folds);
	for (const token of tokens) {
		const fix = hasTraits(token) ? fixes.missingTraits : fixes.noTraits;
		if (fix !== 'none' || token.token.metadata === null) continue;
		const names = new Set(token.attributes.map(({ trait_type }) => folds.name(trait_type)));
		const missing = [...traits].filter(([fold]) => !names.has(fold));
		if (missing.length === 0) continue;
		const filled = missing.map(([, { name }]) => ({ trait_type: name, value: 'None' }));
		token.attributes = [...token.attributes, ...filled];
	}
}

function selectTokens(tokens: readonly MergeCandidate[], isConcerned: (token: MergeCandidate) => boolean) {
	return new Map(tokens.filter(isConcerned).map((token) => [token, null] as const));
}

/** Of equal ones the first that has metadata stays, so that no picture loses its traits to a bare copy; else the first. */
function findRepeats(
	tokens: readonly MergeCandidate[],
	getKey: (token: MergeCandidate) => string,
): Map<MergeCandidate, MergeCandidate | null> {
	const kept = new Map<string, MergeCandidate>();
	const keys = tokens.map(getKey);
	for (const [place, token] of tokens.entries()) {
		const first = kept.get(keys[place]!);
		if (!first || (first.token.metadata === null && token.token.metadata !== null)) kept.set(keys[place]!, token);
	}
	const found = new Map<MergeCandidate, MergeCandidate | null>();
	for (const [place, token] of tokens.entries()) {
		const first = kept.get(keys[place]!)!;
		if (keys[place] !== '' && first !== token) found.set(token, first);
	}
	return found;
}

/** Equal for tokens of equal traits, in whatever order and spelling; 'None' counts as missing. Empty without traits. */
function toTraitsKey({ attributes }: MergeCandidate, folds: CaseFolding): string {
	const parts: string[] = [];
	for (const { trait_type, value } of attributes) {
		const name = folds.name(trait_type);
		const fold = folds.value(value);
		if (name !== derivedTrait && fold !== 'none') parts.push(`${name}\n${fold}`);
	}
	return parts.sort().join('\n\n');
}
