import type { PlannedTrait, StartGenerationInput } from '@adx/validators/generation';
import type { Folds } from '../metadata/token-attributes.ts';
import { arrange } from '../plan/arrange.ts';
import { freeRow, type Pins } from '../plan/arrangement.ts';
import { buildAttributeColumns, type PlanColumn } from '../plan/plan-columns.ts';
import { traitLabel, traitNames } from '../plan/traits.ts';

/** The traits that are planned for finished art; Rarity follows from their rank. */
export const attributeTraits = ['class', 'affliction', 'divinity', 'items', 'magicalStone'] as const;
export type AttributeTrait = (typeof attributeTraits)[number];

/** The values that a token already has and keeps, by trait. */
export type ExistingValues = Readonly<Partial<Record<AttributeTrait, string>>>;
/** The labels that a token gets, by trait. */
export type PlannedLabels = Readonly<Partial<Record<AttributeTrait, string>>>;

/** Possibilities looked at before repeats are left as they are; below a second. */
const effortLimit = 5_000_000;
/** Values of no catalogue are told apart up to so many; more would only make unlike rows look like repeats. */
const foreignMax = 200;

/**
 * A label for every planned trait that a token does not have already. The quotas of a trait are exact over the images that
 * get it; together with what is kept, images differ as far as swaps that touch no quota can make them. Throws
 * PlanImpossibleError when the weights leave a trait no value.
 */
export function planLabels(
	existing: readonly ExistingValues[],
	{
		seed,
		weights,
		folds,
	}: { readonly seed: string; readonly weights: StartGenerationInput['weights']; readonly folds: Folds },
): PlannedLabels[] {
	const size = existing.length;
	const pinned = buildAttributeColumns({ batchSize: size, weights }).map((column) =>
		pinColumn(column, existing, folds),
	);
	const columns = pinned.map(({ column }) => column);
	const pins = pinned.map((each) => each.pins);
	const effort = { spent: 0, limit: effortLimit };
	const { table } = arrange({ columns, rules: [], size, seed, effort, pins, keepsShares: true });
	return existing.map((values, row) => {
		const labels: Partial<Record<AttributeTrait, string>> = {};
		columns.forEach(({ trait, values: options }, index) => {
			if (!isAttributeTrait(trait) || values[trait] !== undefined) return;
			labels[trait] = traitLabel(trait, options[table.value(row, index)]!);
		});
		return labels;
	});
}

/** Throws PlanImpossibleError, whose message names the trait, when the weights leave it no value. */
export function checkAttributeWeights(weights: StartGenerationInput['weights']): void {
	buildAttributeColumns({ batchSize: 1, weights });
}

function isAttributeTrait(trait: PlannedTrait): trait is AttributeTrait {
	return (attributeTraits as readonly PlannedTrait[]).includes(trait);
}

/** Lets the kept values take their place in the column, those of no catalogue as values that no other image may get. */
function pinColumn(
	column: PlanColumn,
	existing: readonly ExistingValues[],
	folds: Folds,
): { readonly column: PlanColumn; readonly pins: Pins | null } {
	const trait = column.trait as AttributeTrait;
	if (!existing.some((values) => values[trait] !== undefined)) return { column, pins: null };
	const known = new Map(column.values.map((value, index) => [folds.value(traitLabel(trait, value)), index]));
	const values = [...column.values];
	const foreign = new Map<string, number>();
	const getOrAddIndex = (text: string): number => {
		const fold = folds.value(text);
		const found = known.get(fold) ?? foreign.get(fold);
		if (found !== undefined) return found;
		const hasRoom = foreign.size < foreignMax;
		const index = hasRoom ? values.push(text) - 1 : column.values.length + (foreign.size % foreignMax);
		foreign.set(fold, index);
		return index;
	};
	const pins = Int32Array.from(existing, ({ [trait]: text }) => (text === undefined ? freeRow : getOrAddIndex(text)));
	const added = values.slice(column.values.length);
	return {
		column: {
			...column,
			values,
			weights: [...column.weights, ...added.map(() => 0)],
			counts: [...column.counts, ...added.map(() => 0)],
		},
		pins,
	};
}

/** A planned trait with the values it can take. */
export interface AttributeOptions {
	readonly trait: AttributeTrait;
	/** In the catalogue's order; `weight` is what a value has unless it is given another. */
	readonly values: readonly { readonly value: string; readonly label: string; readonly weight: number }[];
}

/** What can be weighed, in the order of a token's traits. */
export function attributeOptions(): AttributeOptions[] {
	return buildAttributeColumns({ batchSize: 1 }).flatMap(({ trait, values, weights }) =>
		isAttributeTrait(trait)
			? [
					{
						trait,
						values: values.map((value, index) => ({ value, label: traitLabel(trait, value), weight: weights[index]! })),
					},
				]
			: [],
	);
}

/** The name that people read, e.g. 'Magical Stone'. */
export function attributeTraitName(trait: AttributeTrait): string {
	return traitNames[trait];
}
