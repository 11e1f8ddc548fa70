import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { csvText } from '../files/csv.ts';
import type { TokenRarity } from './rarity.ts';

export interface RarityCsvRow {
	readonly tokenNumber: number;
	readonly rarity: TokenRarity;
	/** A column each; Rarity is left out, since Tier says the same. */
	readonly attributes: readonly TokenAttribute[];
}

/**
 * The text of rarity.csv: Token, Rank, Score (ten decimals), Tier, Unique Traits, then a column per trait in the order in
 * which the tokens first name them. A token without a trait has an empty cell.
 */
export function rarityCsv(rows: readonly RarityCsvRow[]): string {
	const names = new Set(rows.flatMap(({ attributes }) => attributes.map(({ trait_type }) => trait_type)));
	names.delete('Rarity');
	const traits = [...names];
	const lines = rows.map(({ tokenNumber, rarity, attributes }) => {
		const values = new Map(attributes.map(({ trait_type, value }) => [trait_type, value]));
		const { rank, score, tier, uniqueTraits } = rarity;
		const facts = [tokenNumber, rank, score.toFixed(10), tier, uniqueTraits].map(String);
		return [...facts, ...traits.map((name) => values.get(name) ?? '')];
	});
	return csvText([['Token', 'Rank', 'Score', 'Tier', 'Unique Traits', ...traits], ...lines]);
}
