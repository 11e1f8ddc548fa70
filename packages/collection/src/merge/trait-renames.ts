import { readAttributes } from '../metadata/token-attributes.ts';
import type { MergeSource } from './read-tokens.ts';

/** A trait as its name is written, by how many tokens have it. */
export interface NamedTrait {
	readonly name: string;
	readonly tokens: number;
	/** Tokens that would have the new name twice, since another trait of theirs gets or has it too; 0 unless it is renamed. */
	readonly repeats: number;
}

/** The traits that there are to rename, the most frequent first, with what the renames would do to tokens. */
export function listTraits(
	sources: readonly MergeSource[],
	renames: Readonly<Record<string, string>> = {},
): readonly NamedTrait[] {
	const newNames = new Map(Object.entries(renames));
	const found = new Map<string, { tokens: number; repeats: number }>();
	for (const { metadata } of sources.flatMap(({ tokens }) => tokens)) {
		const names = new Set(readAttributes(metadata).map(({ trait_type }) => trait_type));
		for (const name of names) {
			const known = found.get(name) ?? { tokens: 0, repeats: 0 };
			known.tokens++;
			const newName = newNames.get(name);
			const isTaken = (other: string) => other !== name && (newNames.get(other) ?? other) === newName;
			if (newName !== undefined && [...names].some(isTaken)) known.repeats++;
			found.set(name, known);
		}
	}
	return [...found]
		.map(([name, counts]) => ({ name, ...counts }))
		.sort((left, right) => right.tokens - left.tokens || (left.name < right.name ? -1 : 1));
}
