import type { RarityTier, TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { formatNumber } from '@adx/validators/format-number';
import { provisionalBelow } from '@adx/validators/limits';
import { memoise } from '../metadata/case-folding.ts';
import { traitNames } from '../metadata/traits.ts';

/** A token's traits, as a record or as the attribute list of its metadata; of a repeated name the last counts. */
export type TokenTraits = Readonly<Record<string, string>> | readonly TokenAttribute[];

export interface TokenRarity {
	/** Information content over the collection's entropy; 1 is average, 0 when all tokens are alike. */
	readonly score: number;
	/** Competition rank from 1, the rarest: 1, 2, 2, 4. */
	readonly rank: number;
	/** Values that no other token has, the number of traits included. */
	readonly uniqueTraits: number;
	/** Of the last place that its rank takes up, see `toTier`. */
	readonly tier: RarityTier;
}

export interface Ranking {
	/** One per token, in the order given. */
	readonly tokens: readonly TokenRarity[];
	/** In bits. */
	readonly entropy: number;
	/** The collection is too small for a rank to mean much. */
	readonly provisional: boolean;
}

/** Upper bounds of place / size, rarest first. */
const tierBounds: readonly (readonly [number, RarityTier])[] = [
	[0.01, 'Legendary'],
	[0.05, 'Epic'],
	[0.15, 'Rare'],
	[0.4, 'Uncommon'],
];
/** Rarest first. */
export const rarityTiers: readonly RarityTier[] = [...tierBounds.map(([, tier]) => tier), 'Common'];
const relativeTolerance = 1e-9;
const countTrait = 'trait_count';
/** The trait that follows from the rank, its name trimmed and in lower case. */
export const derivedTrait = 'rarity';

/**
 * Scores and ranks a collection by the OpenRarity standard: names and values trimmed and lower-cased, the number of real
 * traits as one more trait, a missing trait counted as a value of its own; more unique traits first, then the higher
 * score, equal within a relative 1e-9. A trait named 'Rarity' is left out, since it is derived from this very rank.
 */
export function rankTokens(tokens: readonly TokenTraits[]): Ranking {
	const table = tabulate(tokens);
	const bits = table.columns.map((column) => bitsPerValue(column, tokens.length));
	// Sums run in sorted order so that a token's place in the list cannot change the last digit.
	const entropy = table.columns.reduce(
		(sum, column, index) => sum + computeEntropy(column, bits[index]!, tokens.length),
		0,
	);
	const scores = tokens.map((_, row) => {
		const information = table.columns.reduce((sum, column, index) => sum + bits[index]![column.cells[row]!]!, 0);
		return entropy > 0 ? information / entropy : 0;
	});
	const unique = tokens.map(
		(_, row) => table.columns.filter(({ cells, counts }) => cells[row] !== 0 && counts[cells[row]!] === 1).length,
	);
	const places = competitionPlaces(scores, unique);
	return {
		entropy,
		provisional: isProvisional(tokens.length),
		tokens: scores.map((score, row) => ({
			score,
			rank: places[row]!.rank,
			uniqueTraits: unique[row]!,
			tier: toTier(places[row]!.last, tokens.length),
		})),
	};
}

/** Whether a collection of that size is too small for a rank to mean much. */
export function isProvisional(size: number): boolean {
	return size < provisionalBelow;
}

/** What to say beside the ranks of such a collection. */
export const provisionalNotice = `Under ${provisionalBelow} tokens a rank means little: it is provisional.`;

/** Whether a trait is the derived one, however its name is written. */
export function isRarity({ trait_type }: TokenAttribute): boolean {
	return trait_type.trim().toLowerCase() === derivedTrait;
}

/**
 * The tier of a place, from 1, in a collection of that size. Tokens that share a rank have the tier of the last place
 * that they take up: twelve equal tokens of twelve are Common, since none of them is rarer than another.
 */
export function toTier(place: number, size: number): RarityTier {
	return tierBounds.find(([bound]) => place / size <= bound)?.[1] ?? 'Common';
}

interface TraitColumn {
	readonly name: string;
	/** Value id per token; 0 is 'missing'. */
	readonly cells: Uint32Array;
	/** Tokens per value id. */
	readonly counts: number[];
	readonly ids: Map<string, number>;
}

function tabulate(tokens: readonly TokenTraits[]): { readonly columns: readonly TraitColumn[] } {
	const columns = new Map<string, TraitColumn>();
	const normalise = createNormaliser();
	tokens.forEach((traits, row) => {
		const texts = new Map<string, string>();
		for (const [name, value] of toPairs(traits)) texts.set(normalise(name), normalise(value));
		texts.delete(derivedTrait);
		texts.delete(countTrait);
		let realTraits = 0;
		for (const value of texts.values()) if (value !== '' && value !== 'none') realTraits++;
		texts.set(countTrait, String(realTraits));
		for (const [name, value] of texts) putCell(getOrAddColumn(columns, name, tokens.length), row, value);
	});
	for (const { counts } of columns.values()) {
		counts[0] = tokens.length - counts.reduce((sum, count) => sum + count, 0);
	}
	return { columns: [...columns.values()].sort((left, right) => (left.name < right.name ? -1 : 1)) };
}

function toPairs(traits: TokenTraits): Iterable<readonly [string, string]> {
	if (!Array.isArray(traits)) return Object.entries(traits as Readonly<Record<string, string>>);
	return (traits as readonly TokenAttribute[]).map(({ trait_type, value }) => [trait_type, value] as const);
}

/** Texts as they count for rarity: trimmed and lower-cased, each once. */
export const createNormaliser = () => memoise((text) => text.trim().toLowerCase());

function getOrAddColumn(columns: Map<string, TraitColumn>, name: string, size: number): TraitColumn {
	const found = columns.get(name);
	if (found) return found;
	const column = { name, cells: new Uint32Array(size), counts: [0], ids: new Map<string, number>() };
	columns.set(name, column);
	return column;
}

function putCell(column: TraitColumn, row: number, value: string): void {
	let id = column.ids.get(value);
	if (id === undefined) {
		id = column.counts.push(0) - 1;
		column.ids.set(value, id);
	}
	column.counts[id]!++;
	column.cells[row] = id;
}

function bitsPerValue({ counts }: TraitColumn, size: number): number[] {
	return counts.map((count) => (count === 0 ? 0 : -Math.log2(count / size)));
}

function computeEntropy({ counts }: TraitColumn, bits: readonly number[], size: number): number {
	const terms = counts.map((count, id) => (count / size) * bits[id]!);
	return terms.sort((left, right) => left - right).reduce((sum, term) => sum + term, 0);
}

/** The rank of each token and the last place of those that share it, both from 1. */
function competitionPlaces(scores: readonly number[], unique: readonly number[]) {
	const order = scores.map((_, row) => row);
	order.sort((left, right) => unique[right]! - unique[left]! || scores[right]! - scores[left]!);
	const places = new Array<{ readonly rank: number; last: number }>(scores.length);
	order.forEach((row, place) => {
		const before = order[place - 1];
		const isTied = before !== undefined && unique[before] === unique[row] && isClose(scores[before]!, scores[row]!);
		// Those that share a rank share the object.
		places[row] = isTied ? places[before]! : { rank: place + 1, last: place + 1 };
		places[row].last = place + 1;
	});
	return places;
}

function isClose(left: number, right: number): boolean {
	return Math.abs(left - right) <= relativeTolerance * Math.max(Math.abs(left), Math.abs(right));
}

/** What both a job and the attribute generator give every token. */
const ownNames = (['class', 'affliction', 'divinity', 'items', 'magicalStone'] as const).map(
	(name) => traitNames[name],
);

/** Whether the traits were given to a token here, so that its Rarity follows from its rank. */
export function hasDerivedRarity(attributes: readonly TokenAttribute[]): boolean {
	const rarity = attributes.find(({ trait_type }) => trait_type === traitNames.rarity);
	if (rarity === undefined || !isTier(rarity.value)) return false;
	const names = new Set(attributes.map(({ trait_type }) => trait_type));
	return ownNames.every((name) => names.has(name));
}

/** Whether a text is the name of a tier of ours. */
export const isTier = (text: string): boolean => rarityTiers.some((tier) => tier === text);

/** Traits times tokens: tables of that many cells are built. */
const traitCellsMax = 20_000_000;

/** A sentence when so many traits of so many tokens are too many to be ranked, else null. */
export function describeTooManyTraits(traitCount: number, tokenCount: number): string | null {
	if (traitCount * tokenCount <= traitCellsMax) return null;
	const [traits, images] = [traitCount, tokenCount].map(formatNumber);
	return `The metadata names ${traits} different traits, too many for ${images} images.`;
}
