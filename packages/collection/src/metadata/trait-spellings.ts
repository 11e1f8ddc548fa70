import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import type { CaseFolding } from './case-folding.ts';

/** What spellings are counted and unified in. */
interface Token {
	attributes: readonly TokenAttribute[];
}

/** How often one text is written which way. */
export type Spelling = ReadonlyMap<string, number>;

export interface TraitSpellings {
	/** By folded name. */
	readonly names: ReadonlyMap<string, Spelling>;
	/** By folded name, then folded value. */
	readonly values: ReadonlyMap<string, ReadonlyMap<string, Spelling>>;
}

/** How often the name of each trait is written which way, by folded name. */
export function countNameSpellings(tokens: readonly Token[], folds: CaseFolding): ReadonlyMap<string, Spelling> {
	const names = new Map<string, Map<string, number>>();
	for (const { attributes } of tokens) {
		for (const { trait_type } of attributes) count(getOrCreateCounts(names, folds.name(trait_type)), trait_type);
	}
	return names;
}

function countSpellings(tokens: readonly Token[], folds: CaseFolding): TraitSpellings {
	const values = new Map<string, Map<string, Map<string, number>>>();
	for (const { attributes } of tokens) {
		for (const { trait_type, value } of attributes) {
			const ofTrait = getOrCreateCounts(values, folds.name(trait_type));
			count(getOrCreateCounts(ofTrait, folds.value(value)), value);
		}
	}
	return { names: countNameSpellings(tokens, folds), values };
}

/** The most frequent one; of equally frequent ones the first met. */
export function findMainSpelling(spelling: Spelling): string {
	let main = '';
	let most = 0;
	for (const [candidate, times] of spelling) {
		if (times <= most) continue;
		main = candidate;
		most = times;
	}
	return main;
}

/** Gives names and values their most frequent spelling, where the fixes ask for it. Returns how they were spelled before. */
export function unifySpellings(
	tokens: readonly Token[],
	folds: CaseFolding,
	fixes: { readonly traitNames: 'unify' | 'keep'; readonly traitValues: 'unify' | 'keep' },
): TraitSpellings {
	const spellings = countSpellings(tokens, folds);
	const { names, values } = spellings;
	const mainNames = new Map<string, string>();
	if (fixes.traitNames === 'unify') {
		for (const [fold, spelling] of names) if (spelling.size > 1) mainNames.set(fold, findMainSpelling(spelling));
	}
	const mainValues = new Map<string, Map<string, string>>();
	for (const [fold, spellings] of fixes.traitValues === 'unify' ? values : []) {
		for (const [value, spelling] of spellings) {
			if (spelling.size > 1) getOrCreateCounts(mainValues, fold).set(value, findMainSpelling(spelling));
		}
	}
	if (mainNames.size === 0 && mainValues.size === 0) return spellings;
	for (const token of tokens) {
		const pairs = new Set<string>();
		const attributes = token.attributes.map(({ trait_type, value }) => {
			const fold = folds.name(trait_type);
			const mainValue = mainValues.get(fold)?.get(folds.value(value));
			return { trait_type: mainNames.get(fold) ?? trait_type, value: mainValue ?? value };
		});
		token.attributes = attributes.filter(({ trait_type, value }) => {
			const pair = JSON.stringify([trait_type, value]);
			const isNew = !pairs.has(pair);
			pairs.add(pair);
			return isNew;
		});
	}
	return spellings;
}

function getOrCreateCounts<Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
	const known = outer.get(key);
	if (known) return known;
	const inner = new Map<string, Value>();
	outer.set(key, inner);
	return inner;
}

function count(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}
