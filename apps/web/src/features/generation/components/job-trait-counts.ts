import type { RarityTier } from '@adx/validators/generation';
import type { JobImage } from '../../../lib/trpc.ts';
import { type TraitKey, type TraitValue, traitKeys } from './job-image-order.ts';

/** How often one value was planned, and how many of those are drawn. */
export interface ValueCount extends TraitValue {
	readonly planned: number;
	readonly got: number;
}

export type TraitCounts = ReadonlyMap<TraitKey, readonly ValueCount[]>;

/** Every value of every trait, the rarest first. */
export function countTraits(images: readonly JobImage[]): TraitCounts {
	return new Map(
		traitKeys.map((trait) => {
			const groups = Map.groupBy(images, ({ traits }) => traits[trait]);
			const counts = [...groups].map(([value, members]) => ({
				trait,
				value,
				planned: members.length,
				got: members.filter(({ state }) => state === 'stored').length,
			}));
			return [trait, counts.sort((left, right) => left.planned - right.planned || compare(left.value, right.value))];
		}),
	);
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

export const tiers = ['Legendary', 'Epic', 'Rare', 'Uncommon', 'Common'] as const satisfies readonly RarityTier[];

export function countTiers(images: readonly JobImage[]) {
	return tiers.map((tier) => {
		const members = images.filter(({ traits }) => traits.rarity === tier);
		return { tier, planned: members.length, got: members.filter(({ state }) => state === 'stored').length };
	});
}

/** How often the model refused images with one trait value. */
export interface Refusal extends TraitValue {
	readonly refused: number;
	/** Images with this value that were tried at all. */
	readonly tried: number;
}

/** Trait values that turn up in refused images, the most often refused share first; a single value for all says nothing. */
export function countRefusals(images: readonly JobImage[]): readonly Refusal[] {
	const tried = images.filter(({ state, failure }) => state !== 'planned' || failure !== null);
	return traitKeys
		.flatMap((trait) => {
			const groups = Map.groupBy(tried, ({ traits }) => traits[trait]);
			if (groups.size < 2) return [];
			return [...groups].map(([value, members]) => ({
				trait,
				value,
				tried: members.length,
				refused: members.filter(({ failure }) => failure === 'blocked').length,
			}));
		})
		.filter(({ refused }) => refused > 0)
		.sort(
			(left, right) =>
				right.refused / right.tried - left.refused / left.tried ||
				right.refused - left.refused ||
				compare(left.value, right.value),
		);
}
