import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import type { PlannedTrait } from '@adx/validators/generation/plan-steering';
import { toScoredTraits } from '../metadata/traits.ts';
import { rankTokens } from '../rarity/rarity.ts';
import { buildColumns, type PlanRequest } from './columns.ts';
import { type Plan, type PlanRow, planCollection } from './plan.ts';
import type { PlanColumn } from './plan-column.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { removeImpossibleValues } from './rules.ts';

/** One image as it will be made: everything but its pixels. */
export interface RankedRow extends PlanRow {
	/** With the rarity tier of its rank. */
	readonly traits: ImageTraits;
	readonly rarityScore: number;
	readonly rarityRank: number;
	readonly rarityUniqueTraits: number;
}

export interface RankedPlan extends Pick<Plan, 'capacity' | 'notice'> {
	readonly rows: readonly RankedRow[];
	/** The collection is too small for a rank to mean much. */
	readonly provisional: boolean;
}

/**
 * Plans and ranks a whole collection: same request and seed, same rows, on the server as in a browser.
 * Throws PlanImpossibleError when counts and rules contradict each other; its message names what binds.
 */
export function planRanked(request: PlanRequest, seed: string): RankedPlan {
	const { rows, capacity, notice } = planCollection(request, seed);
	const { tokens, provisional } = rankTokens(rows.map(({ traits }) => toScoredTraits(traits)));
	const ranked = rows.map((row, index) => {
		const { score, rank, uniqueTraits, tier } = tokens[index]!;
		const traits = { ...row.traits, rarity: tier };
		return { ...row, traits, rarityScore: score, rarityRank: rank, rarityUniqueTraits: uniqueTraits };
	});
	return { rows: ranked, capacity, notice, provisional };
}

/** A value that the choices let a trait take; '' stands for invented landscapes, each with a name of its own. */
export interface SteerableValue {
	readonly value: string;
	/** Its relative weight unless the request gives another. */
	readonly defaultWeight: number;
	/** False when a weight or count of 0, counts that fill the batch, or the rules keep it out of every row. */
	readonly isPossible: boolean;
}

export interface SteerableTrait {
	readonly trait: PlannedTrait;
	/** In catalogue order. */
	readonly values: readonly SteerableValue[];
}

/**
 * What weights, counts and rules can be about with these choices. When counts and rules contradict each other, every
 * value counts as possible: then planning itself says what is wrong.
 */
export function steerableTraits(request: PlanRequest): SteerableTrait[] {
	const possible = possibleColumns(request);
	const isPossible = (place: number, value: string) => possible === null || possible[place]!.values.includes(value);
	return buildColumns({ ...request, weights: undefined, counts: undefined }).map((column, place) => ({
		trait: column.trait,
		values: column.values.map((value, index) => ({
			value,
			defaultWeight: column.weights[index]!,
			isPossible: isPossible(place, value),
		})),
	}));
}

function possibleColumns(request: PlanRequest): readonly PlanColumn[] | null {
	try {
		return removeImpossibleValues(buildColumns(request), request.rules ?? [], request.batchSize);
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		return null;
	}
}
