import type { MergeFixes } from '@adx/validators/merge';
import { type CaseFolding, createCaseFolding } from '../metadata/case-folding.ts';
import { readAttributes } from '../metadata/token-attributes.ts';
import { findMainSpelling, unifySpellings } from '../metadata/trait-spellings.ts';
import { applyDrops } from './merge-fixes.ts';
import { type MergeSource, readTokens } from './read-tokens.ts';
import { createTraitRenaming } from './trait-renaming.ts';

/** A trait that can be renamed, by how many tokens have it. */
export interface NamedTrait {
	/** The most frequent of its spellings. */
	readonly name: string;
	/** All that a rename of one of them applies to; more than one only where trait names are unified. */
	readonly spellings: readonly string[];
	readonly tokens: number;
	/** Tokens that would have the new name twice, since another trait of theirs gets or has it too; 0 unless it is renamed. */
	readonly repeats: number;
}

interface Draft {
	readonly spellings: Map<string, number>;
	readonly isRenamed: boolean;
	/** The name that it ends up with, to be compared with those of others. */
	readonly newFold: string;
	tokens: number;
	repeats: number;
}

/**
 * The traits that there are to rename in the tokens that the fixes do not leave out, the most frequent first, with what the
 * renames would do to these tokens.
 */
export function listNamedTraits(sources: readonly MergeSource[], fixes: MergeFixes): readonly NamedTrait[] {
	const folds = createCaseFolding();
	const fold = fixes.traitNames === 'unify' ? folds.name : (name: string) => name;
	const { findOldName, toNewName } = createTraitRenaming(fixes, folds);
	const found = new Map<string, Draft>();
	const getOrCreate = (name: string): Draft => {
		const oldName = findOldName(name);
		const key = oldName ?? fold(name);
		const known = found.get(key);
		if (known) return known;
		const newFold = fold(toNewName(name));
		const draft = { spellings: new Map(), isRenamed: oldName !== undefined, newFold, tokens: 0, repeats: 0 };
		found.set(key, draft);
		return draft;
	};
	for (const { token } of listRemaining(sources, fixes, folds)) {
		const traits = new Set<Draft>();
		for (const { trait_type } of readAttributes(token.metadata)) {
			const trait = getOrCreate(trait_type);
			trait.spellings.set(trait_type, (trait.spellings.get(trait_type) ?? 0) + 1);
			traits.add(trait);
		}
		for (const trait of traits) {
			trait.tokens++;
			const isTaken = (other: Draft) => other !== trait && other.newFold === trait.newFold;
			if (trait.isRenamed && [...traits].some(isTaken)) trait.repeats++;
		}
	}
	return [...found.values()]
		.map(({ spellings, tokens, repeats }) => ({
			name: findMainSpelling(spellings),
			spellings: [...spellings.keys()],
			tokens,
			repeats,
		}))
		.sort((left, right) => right.tokens - left.tokens || (left.name < right.name ? -1 : 1));
}

/** What is left of the tokens once the merge has renamed and unified their traits, by which it compares them. */
function listRemaining(sources: readonly MergeSource[], fixes: MergeFixes, folds: CaseFolding) {
	const tokens = readTokens(sources, fixes, folds);
	unifySpellings(tokens, folds, fixes);
	return applyDrops(tokens, fixes, folds).remaining;
}

/** The trait that a rename of this name applies to. */
export function findNamedTrait(traits: readonly NamedTrait[], name: string): NamedTrait | undefined {
	return traits.find(({ spellings }) => spellings.includes(name));
}
