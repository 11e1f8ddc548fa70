import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import type { CaseFolding } from '../metadata/case-folding.ts';
import { traitLabel, traitNames } from '../metadata/traits.ts';
import { createSearchBudget } from '../plan/arrangement.ts';
import { buildAttributeColumns } from '../plan/columns.ts';
import { type PlanColumn, unpinned } from '../plan/plan-column.ts';
import { computeQuotas } from '../plan/quotas.ts';
import { arrangeRows } from '../plan/rows.ts';
import { compileRules } from '../plan/rules.ts';

/** The traits that are planned for finished art; Rarity follows from their rank. */
export const attributeTraits = ['class', 'affliction', 'divinity', 'items', 'magicalStone'] as const;
export type AttributeTrait = (typeof attributeTraits)[number];

/** The values that a token already has and keeps, by trait. */
export type ExistingValues = Readonly<Partial<Record<AttributeTrait, string>>>;
/** The labels that a token gets, by trait. */
export type PlannedLabels = Readonly<Partial<Record<AttributeTrait, string>>>;

/** Values of no catalogue are told apart up to so many; more would only make unlike rows look like repeats. */
const uncataloguedMax = 200;

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
	}: { readonly seed: string; readonly weights: StartGenerationInput['weights']; readonly folds: CaseFolding },
): PlannedLabels[] {
	const size = existing.length;
	const columns = buildAttributeColumns({ batchSize: size, weights }).map((column) =>
		pinColumn(column, existing, folds),
	);
	const rules = compileRules(columns, []);
	const quotas = computeQuotas(columns, rules, { size, seed });
	const budget = createSearchBudget();
	const table = arrangeRows({ columns, rules, quotas, size, seed, budget, preservesQuotas: true });
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

function isAttributeTrait(trait: string): trait is AttributeTrait {
	return (attributeTraits as readonly string[]).includes(trait);
}

/** Pins the values that images keep; those of no catalogue join the column as values that no other image may get. */
function pinColumn(column: PlanColumn, existing: readonly ExistingValues[], folds: CaseFolding): PlanColumn {
	const trait = column.trait as AttributeTrait;
	if (!existing.some((values) => values[trait] !== undefined)) return column;
	const known = new Map(column.values.map((value, index) => [folds.value(traitLabel(trait, value)), index]));
	const values = [...column.values];
	const uncatalogued = new Map<string, number>();
	const getOrAddIndex = (text: string): number => {
		const fold = folds.value(text);
		const found = known.get(fold) ?? uncatalogued.get(fold);
		if (found !== undefined) return found;
		const hasRoom = uncatalogued.size < uncataloguedMax;
		const index = hasRoom ? values.push(text) - 1 : column.values.length + (uncatalogued.size % uncataloguedMax);
		uncatalogued.set(fold, index);
		return index;
	};
	const pins = Int32Array.from(existing, ({ [trait]: text }) => (text === undefined ? unpinned : getOrAddIndex(text)));
	const none = values.slice(column.values.length).map(() => 0);
	return { ...column, values, weights: [...column.weights, ...none], counts: [...column.counts, ...none], pins };
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
