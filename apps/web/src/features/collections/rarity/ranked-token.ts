import { isRarity } from '@adx/collection/rarity/rarity';
import type { RankedToken, Rarity } from '@adx/validators/rarity';
import { rarityTexts } from './rarity-texts.ts';

/** The traits that make a rank; Rarity follows from it. */
export const getRankedTraits = ({ attributes }: RankedToken) => attributes.filter((attribute) => !isRarity(attribute));

/** What no other token has, in words; the number of traits may be among it. */
export function getUniqueTraitLabels(token: RankedToken): readonly string[] {
	const { uniqueTraits } = token;
	// As the ranking counts: of a trait that a token has twice, the last value.
	const counted = new Map(getRankedTraits(token).map((trait) => [trait.trait_type.trim().toLowerCase(), trait]));
	const words = [...counted.values()]
		.filter(({ count }) => count === 1)
		.map(({ trait_type, value }) => `${trait_type}: ${value}`);
	return uniqueTraits > words.length ? [...words, rarityTexts.ranking.traitCount] : words;
}

/** Whether there is anything to see: attributed art stays with its creator. */
export const hasPictures = ({ kind }: Pick<Rarity, 'kind'>) => kind !== 'attributed';

export const rarityCsvUrl = (collectionId: string) => `/api/collections/${collectionId}/rarity?format=csv`;
