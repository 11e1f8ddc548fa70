import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import type { CaseFolding } from '../metadata/case-folding.ts';
import { readAttributes } from '../metadata/token-attributes.ts';
import { hasDerivedRarity } from '../rarity/rarity.ts';
import { createTraitRenaming, type TraitRenames } from './trait-renaming.ts';

/** A picked file with what is known about its bytes. */
export interface MergeToken {
	/** Path inside what was picked. */
	readonly filename: string;
	/** Lower-case hex. */
	readonly sha256: string;
	/** Null for what is not a picture. */
	readonly mime: string | null;
	readonly width: number | null;
	readonly height: number | null;
	/** Of a WebP, which is otherwise taken for one that can be a PNG. */
	readonly isAnimated?: boolean;
	readonly metadata: Readonly<Record<string, unknown>> | null;
	/** Path of its metadata inside what was picked; missing where it has no file of its own. */
	readonly metadataFile?: string | null;
	/** What was wrong with its metadata when it was read, as sentences. */
	readonly metadataProblems?: readonly string[];
}

/** A collection to merge; its tokens in the order that they keep. */
export interface MergeSource {
	readonly name: string;
	readonly tokens: readonly MergeToken[];
	/** What was wrong with files that are about many tokens: a name and a sentence each. */
	readonly problems?: readonly { readonly name: string; readonly problem: string }[];
}

/** A token on its way through a merge. */
export interface MergeCandidate {
	readonly token: MergeToken;
	/** Position of its collection, from 0. */
	readonly sourcePosition: number;
	/** Its place in that collection, from 0. */
	readonly sourceIndex: number;
	/** Changed by the fixes. */
	attributes: readonly TokenAttribute[];
	readonly hasDerivedRarity: boolean;
}

/** All tokens, one collection after the other, with their traits under the new names. */
export function readTokens(
	sources: readonly MergeSource[],
	renames: TraitRenames,
	folds: CaseFolding,
): readonly MergeCandidate[] {
	const hasRenames = Object.keys(renames.renames).length > 0;
	const { toNewName } = createTraitRenaming(renames, folds);
	return sources.flatMap(({ tokens }, sourcePosition) =>
		tokens.map((token, sourceIndex) => {
			const attributes = readAttributes(token.metadata);
			const derived = hasDerivedRarity(attributes);
			return {
				token,
				sourcePosition,
				sourceIndex,
				attributes: hasRenames ? renameTraits(attributes, toNewName) : attributes,
				hasDerivedRarity: derived,
			};
		}),
	);
}

function renameTraits(attributes: readonly TokenAttribute[], toNewName: (name: string) => string): TokenAttribute[] {
	return attributes.map(({ trait_type, value }) => ({ trait_type: toNewName(trait_type), value }));
}
