import type { RarityTier, TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { findMainSpelling } from '../metadata/trait-spellings.ts';
import { createNormaliser, isRarity, rankTokens, rarityTiers, type TokenRarity } from './rarity.ts';
import { type RarityCsvRow, rarityCsv } from './rarity-csv.ts';
import { traitFacets } from './trait-facets.ts';

export interface TokenWithRarity {
	readonly tokenNumber: number;
	readonly attributes: readonly TokenAttribute[];
	readonly rarity: TokenRarity;
}

/** What a collection's rarity page shows. */
export interface RarityReport<Token> {
	readonly size: number;
	/** In bits. */
	readonly entropy: number;
	/** The collection is too small for a rank to mean much. */
	readonly provisional: boolean;
	/** Rarest first; only tiers that have tokens. */
	readonly tiers: readonly { readonly tier: RarityTier; readonly count: number }[];
	/** In their commonest spelling; values the most frequent first. `missing` counts tokens without the trait. */
	readonly traits: readonly {
		readonly trait: string;
		readonly missing: number;
		readonly values: readonly { readonly value: string; readonly count: number }[];
		/** How many different values there are, where as many are listed as can be. */
		readonly valueCount?: number;
	}[];
	/** Rarest first, equal ranks in the order given. */
	readonly tokens: readonly (Token & TokenWithRarity)[];
	/** How many tokens have the value, whatever its spelling. */
	countOf(attribute: TokenAttribute): number;
}

/**
 * Ranks a collection by OpenRarity (see `rankTokens`) and counts its traits as that does: case and the white space around
 * them do not count. Rarity itself is not a trait here.
 */
export function reportRarity<Token extends Omit<TokenWithRarity, 'rarity'>>(
	tokens: readonly Token[],
): RarityReport<Token> {
	const { tokens: ranks, entropy, provisional } = rankTokens(tokens.map(({ attributes }) => attributes));
	const ranked = tokens.map((token, index) => ({ ...token, rarity: ranks[index]! }));
	const counts = new Map<RarityTier, number>();
	for (const { tier } of ranks) counts.set(tier, (counts.get(tier) ?? 0) + 1);
	return {
		size: tokens.length,
		entropy,
		provisional,
		tiers: rarityTiers.flatMap((tier) => (counts.has(tier) ? [{ tier, count: counts.get(tier)! }] : [])),
		...countTraitValues(tokens),
		tokens: ranked.sort((left, right) => left.rarity.rank - right.rarity.rank),
	};
}

type Counted = Omit<TokenWithRarity, 'rarity'>;

function countTraitValues(tokens: readonly Counted[]): Pick<RarityReport<unknown>, 'traits' | 'countOf'> {
	const normalise = createNormaliser();
	const keyOf = ({ trait_type, value }: TokenAttribute) => `${normalise(trait_type)}\n${normalise(value)}`;
	const mostCommon = findMainSpellings(tokens, { normalise, keyOf });
	const unified = tokens.map(({ attributes }) => {
		const byKey = new Map(attributes.map((attribute) => [keyOf(attribute), attribute]));
		return [...byKey.values()].filter((attribute) => !isRarity(attribute)).map(mostCommon);
	});
	const [counts, holders] = [new Map<string, number>(), new Map<string, number>()];
	const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1);
	for (const attributes of unified) {
		for (const attribute of attributes) add(counts, keyOf(attribute));
		for (const trait of new Set(attributes.map(({ trait_type }) => trait_type))) add(holders, trait);
	}
	return {
		traits: traitFacets(unified).map((facet) => ({
			...facet,
			missing: tokens.length - (holders.get(facet.trait) ?? 0),
		})),
		countOf: (attribute) => counts.get(keyOf(attribute)) ?? 0,
	};
}

/** Finds the most frequent spelling of each trait's name and value. */
function findMainSpellings(
	tokens: readonly Counted[],
	{ normalise, keyOf }: { normalise(text: string): string; keyOf(attribute: TokenAttribute): string },
): (attribute: TokenAttribute) => TokenAttribute {
	const spellings = new Map<string, Map<string, number>>();
	const add = (key: string, text: string) => {
		const known = spellings.get(key) ?? new Map<string, number>();
		spellings.set(key, known.set(text.trim(), (known.get(text.trim()) ?? 0) + 1));
	};
	for (const { attributes } of tokens) {
		for (const attribute of attributes) {
			add(normalise(attribute.trait_type), attribute.trait_type);
			add(keyOf(attribute), attribute.value);
		}
	}
	// Names have no line end, so that no name is a key of a value.
	const main = new Map(Array.from(spellings, ([key, spelling]) => [key, findMainSpelling(spelling)]));
	return (attribute) => ({
		trait_type: main.get(normalise(attribute.trait_type))!,
		value: main.get(keyOf(attribute))!,
	});
}

/** The text of rarity.csv, by token number. */
export function reportCsv(tokens: readonly RarityCsvRow[]): string {
	return rarityCsv([...tokens].sort((left, right) => left.tokenNumber - right.tokenNumber));
}
