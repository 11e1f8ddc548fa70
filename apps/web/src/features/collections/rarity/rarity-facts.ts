import { isRarity } from '@adx/collection/rarity/rarity';
import type { CollectionKind, ExportTarget, PreflightFinding, RankedToken, Rarity } from '@adx/validators/exports';
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

/** Findings by target: what it refuses, and what it takes although it is probably not meant. */
export function groupFindings(findings: readonly PreflightFinding[], target: ExportTarget) {
	const ofTarget = findings.filter(({ targets }) => targets.includes(target));
	return {
		errors: ofTarget.filter(({ severity }) => severity === 'error'),
		warnings: ofTarget.filter(({ severity }) => severity === 'warning'),
	};
}

/** Whether there is anything to see: attributed art stays with its creator. */
export const hasPictures = ({ kind }: Pick<Rarity, 'kind'>) => kind !== 'attributed';

/** Whether a target cannot be made here at all: CIDs are computed from pictures that the product does not have. */
export const isUnavailable = (kind: CollectionKind, target: ExportTarget) => kind === 'attributed' && target === 'car';

export const exportUrl = (collectionId: string, target: ExportTarget) =>
	`/api/collections/${collectionId}/export?target=${target}`;

export const rarityCsvUrl = (collectionId: string) => `/api/collections/${collectionId}/rarity?format=csv`;
