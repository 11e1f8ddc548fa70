import { createCaseFolding } from '../metadata/case-folding.ts';
import { readAttributes } from '../metadata/token-attributes.ts';
import { findMainSpelling } from '../metadata/trait-spellings.ts';
import type { MergeSource } from './read-tokens.ts';
import { createTraitRenaming, noRenames, type TraitRenames } from './trait-renaming.ts';

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

/** The traits that there are to rename, the most frequent first, with what the renames would do to tokens. */
export function listTraits(sources: readonly MergeSource[], renames: TraitRenames = noRenames): readonly NamedTrait[] {
	const folds = createCaseFolding();
	const fold = renames.traitNames === 'unify' ? folds.name : (name: string) => name;
	const { findOldName, toNewName } = createTraitRenaming(renames, folds);
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
	for (const { metadata } of sources.flatMap(({ tokens }) => tokens)) {
		const traits = new Set<Draft>();
		for (const { trait_type } of readAttributes(metadata)) {
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

/** The trait that a rename of this name applies to. */
export function findTrait(traits: readonly NamedTrait[], name: string): NamedTrait | undefined {
	return traits.find(({ spellings }) => spellings.includes(name));
}
