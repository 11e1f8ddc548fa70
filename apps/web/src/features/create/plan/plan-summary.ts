import { traitLabel, traitNames } from '@adx/collection/metadata/traits';
import type { PlanRequest } from '@adx/collection/plan/columns';
import {
	type RankedPlan,
	type RankedRow,
	type SteerableTrait,
	steerableTraits,
} from '@adx/collection/plan/ranked-plan';
import { rarityTiers } from '@adx/collection/rarity/rarity';
import type { RarityTier } from '@adx/validators/catalogue/image-traits';
import type { StoryboardRow } from './storyboard-row.ts';

export interface ValueSummary {
	/** '' for invented landscapes. */
	readonly value: string;
	readonly label: string;
	/** Images that get it. */
	readonly planned: number;
	readonly defaultWeight: number;
	/** False when steering or rules keep it out of every image. */
	readonly isPossible: boolean;
}

export interface TraitSummary {
	/** What weights, counts and rules call it. */
	readonly trait: string;
	/** What people call it. */
	readonly name: string;
	/** Every value of it appears at least once where the batch is large enough. */
	readonly isChosen: boolean;
	readonly values: readonly ValueSummary[];
}

/** What a plan comes to; small enough to cross threads without being felt, however many rows there are. */
export interface PlanSummary {
	readonly size: number;
	readonly seed: string;
	/** Unique combinations; text because it can exceed 2^53. */
	readonly capacity: string;
	readonly notice: string | null;
	readonly provisional: boolean;
	readonly traits: readonly TraitSummary[];
	readonly tiers: Readonly<Record<RarityTier, number>>;
	readonly rarest: readonly StoryboardRow[];
}

export const rarestCount = 5;

/** Rows by rank, the rarest first; equals in token order. */
export function sortByRank(rows: readonly RankedRow[]): readonly RankedRow[] {
	return rows.toSorted((left, right) => left.rarityRank - right.rarityRank || left.index - right.index);
}

export function summarizePlan(request: PlanRequest, seed: string, plan: RankedPlan): PlanSummary {
	const { rows, capacity, notice, provisional } = plan;
	const tiers = Object.fromEntries(rarityTiers.map((tier) => [tier, 0])) as Record<RarityTier, number>;
	for (const { traits } of rows) tiers[traits.rarity]++;
	return {
		size: rows.length,
		seed,
		capacity: capacity.toString(),
		notice,
		provisional,
		traits: countPlannedTraits(request, rows),
		tiers,
		rarest: sortByRank(rows).slice(0, rarestCount),
	};
}

/** How many rows have each value that the request leaves possible, trait by trait. */
export function countPlannedTraits(request: PlanRequest, rows: readonly RankedRow[]): TraitSummary[] {
	return steerableTraits(request).map((trait) => countValues(trait, rows));
}

function countValues({ trait, values }: SteerableTrait, rows: readonly RankedRow[]): TraitSummary {
	const known = new Set(values.map(({ value }) => value));
	const counts = new Map<string, number>();
	for (const { traits } of rows) {
		// A name that nobody steered by belongs to 'any invented landscape'.
		const value = known.has(traits[trait]) ? traits[trait] : '';
		counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	return {
		trait,
		name: traitNames[trait],
		isChosen: trait === 'race' || trait === 'class',
		values: values.map((value) => ({
			...value,
			label: value.value === '' ? 'Invented landscapes, each its own' : traitLabel(trait, value.value),
			planned: counts.get(value.value) ?? 0,
		})),
	};
}
