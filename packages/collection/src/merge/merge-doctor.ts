import type { MergeFixes } from '@adx/validators/merge';
import { type CaseFolding, createCaseFolding } from '../metadata/case-folding.ts';
import { countSpellings, findMainSpelling, type Spelling } from '../metadata/trait-spellings.ts';
import { countTraitNames, type DropKind, dropKinds, findDropped, getMostCommonSize, toSizeKey } from './merge-fixes.ts';
import { type MergeCandidate, type MergeSource, readTokens } from './read-tokens.ts';

export interface MergeFinding {
	readonly kind: Exclude<keyof MergeFixes, 'renames'>;
	/** Trait names, values or traits concerned; for the other kinds the images that 'drop' would leave out. */
	readonly count: number;
	/** Up to five sentences. */
	readonly examples: readonly string[];
}

const examplesMax = 5;

/**
 * What to know before merging, under the new names that `renames` gives; findings that found nothing are left out. Every
 * kind is counted by itself, so a token may be in several. Linear in the number of tokens.
 */
export function examineMerge(
	sources: readonly MergeSource[],
	renames: Readonly<Record<string, string>> = {},
): readonly MergeFinding[] {
	const folds = createCaseFolding();
	const tokens = readTokens(sources, renames);
	const { names, values } = countSpellings(tokens, folds);
	const valueSpellings = [...values.values()].flatMap((spellings) => [...spellings.values()]);
	const findings = [
		spellingFinding('traitNames', [...names.values()]),
		spellingFinding('traitValues', valueSpellings),
		missingFinding(tokens, folds),
		...dropKinds.map((kind) => dropFinding(kind, tokens, { folds, sources })),
	];
	return findings.filter(({ count }) => count > 0);
}

function spellingFinding(kind: 'traitNames' | 'traitValues', spellings: readonly Spelling[]): MergeFinding {
	const several = spellings.filter(({ size }) => size > 1);
	const examples = several.slice(0, examplesMax).map((spelling) => {
		const main = findMainSpelling(spelling);
		const others = [...spelling.keys()].filter((each) => each !== main);
		return `'${main}' is also written ${joinList(others.map((other) => `'${other}'`))}.`;
	});
	return { kind, count: several.length, examples };
}

function missingFinding(tokens: readonly MergeCandidate[], folds: CaseFolding): MergeFinding {
	const withMetadata = tokens.filter(({ token }) => token.metadata !== null);
	const partial = [...countTraitNames(withMetadata, folds).values()].filter(
		(trait) => trait.tokens < withMetadata.length,
	);
	const examples = partial.slice(0, examplesMax).map((trait) => {
		const missing = withMetadata.length - trait.tokens;
		return `${formatCount(missing, 'token')} of ${formatNumber(withMetadata.length)} ${missing === 1 ? 'lacks' : 'lack'} '${trait.name}'.`;
	});
	return { kind: 'missingTraits', count: partial.length, examples };
}

interface Setting {
	readonly folds: CaseFolding;
	readonly sources: readonly MergeSource[];
}

function dropFinding(kind: DropKind, tokens: readonly MergeCandidate[], { folds, sources }: Setting): MergeFinding {
	const dropped = findDropped(kind, tokens, folds);
	const place = ({ token, sourcePosition }: MergeCandidate) => {
		return sources.length === 1 ? token.filename : `${token.filename} in ${sources[sourcePosition]!.name}`;
	};
	const main = kind === 'mixedSizes' ? getMostCommonSize(tokens) : null;
	const sentences: Record<DropKind, (token: MergeCandidate, first: MergeCandidate) => string> = {
		unreadableFiles: (token) => `${place(token)} is no readable picture.`,
		missingMetadata: (token) => `${place(token)} has no metadata.`,
		mixedSizes: (token) => `${place(token)} is ${toSizeKey(token)} pixels, most are ${main}.`,
		duplicateImages: (token, first) => `${place(token)} is the same picture as ${place(first)}.`,
		duplicateTraits: (token, first) => `${place(token)} has the same traits as ${place(first)}.`,
	};
	const shown = [...dropped].slice(0, examplesMax);
	return { kind, count: dropped.size, examples: shown.map(([token, first]) => sentences[kind](token, first ?? token)) };
}

function joinList(parts: readonly string[]): string {
	const shown = parts.slice(0, examplesMax);
	return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

function formatCount(count: number, noun: string): string {
	return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function formatNumber(value: number): string {
	return value.toLocaleString('en');
}
