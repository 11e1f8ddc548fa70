import { type Arrangement, createSearchBudget, type SearchBudget } from './arrangement.ts';
import { type CombinationKey, createCombinationKeys } from './combination-keys.ts';
import { countCombinations } from './combinations.ts';
import { toCompatibility } from './compatibility.ts';
import { findLargestSize } from './largest-size.ts';
import { type ColumnPair, type ColumnRule, filterValues, type PlanColumn, steerColumn } from './plan-column.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { computeQuotas } from './quotas.ts';
import { arrangeRows } from './rows.ts';
import { compileRules, removeImpossibleValues } from './rules.ts';

/** A trait of a creator's own, with the values that images can have of it. */
export interface OwnColumn {
	readonly name: string;
	/** At least one. Weights are relative: of values that weigh 3 and 1, three images of four have the first. */
	readonly values: readonly { readonly name: string; readonly weight: number }[];
	/** False for a trait that makes no image another one, such as a background. */
	readonly isInDna: boolean;
}

/** Exact numbers of images, by trait and value. */
export type ColumnCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface ColumnPlanRequest {
	/** No two of one name. */
	readonly columns: readonly OwnColumn[];
	readonly size: number;
	readonly counts?: ColumnCounts;
	/** Those that name a trait which is not among the columns say nothing here. */
	readonly rules?: readonly ColumnRule[];
	/** What rows that the collection has already have in its DNA: as long as there are others, none of them is repeated. */
	readonly taken?: readonly Readonly<Record<string, string>>[];
}

export interface ColumnPlan {
	/** Values by trait, the traits in the order of the columns. */
	readonly rows: readonly Readonly<Record<string, string>>[];
	/** How many different rows there can be beside those that are taken. */
	readonly capacity: bigint;
	/** False where the rules tie too many values to each other to be counted: there can be at least so many. */
	readonly isCapacityExact: boolean;
	/** How many of the rows are different ones, and none that is taken. */
	readonly distinct: number;
	/** True when some quotas had to give way to rules or to uniqueness; counts never do. */
	readonly isRelaxed: boolean;
	/** Values with a weight that the rules keep out of every row. */
	readonly impossible: readonly ColumnPair[];
}

/**
 * Plans rows over any columns, by the same steps as `planCollection`: same request and seed, same rows. Let a column's values
 * have the weights w1 … wk. Among n rows a value i has its quota: a count where one is given; otherwise its share of the rows
 * that the counts leave over, n' * wi / (w1 + … + wk), rounded up or down so that the quotas add up to n' (the largest
 * remainders are rounded up; under 100 rows they are drawn in proportion). So a value of 5 % is on 50 of 1,000 images, never
 * on 43 or 61 as if each image were drawn by itself. A value with a weight has at least one row where n' allows that for all.
 *
 * No two rows agree in all columns that are in the DNA, as long as there are enough combinations: where rules or uniqueness
 * leave no other way, quotas give way, never counts. Beyond that, rows repeat as variants.
 *
 * Throws PlanImpossibleError, whose message names what binds, when counts and rules cannot be met.
 */
export function planOwnColumns(request: ColumnPlanRequest, seed: string): ColumnPlan {
	try {
		return planOnce(request, seed, createSearchBudget());
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		const budget = createSearchBudget();
		const largest = findLargestSize({ size: request.size, first: error.largestFeasible }, (size) =>
			planOnce({ ...request, size }, seed, budget),
		);
		throw error.withLargestFeasible(largest);
	}
}

function planOnce(request: ColumnPlanRequest, seed: string, budget: SearchBudget): ColumnPlan {
	const { size, columns: given } = request;
	const names = new Set(given.map(({ name }) => name));
	const rules = (request.rules ?? []).filter(({ left, right }) => names.has(left.trait) && names.has(right.trait));
	const { columns, impossible } = prepareColumns(request, rules);
	const compiled = compileRules(columns, rules);
	const taken = findTaken(columns, { request, rules });
	const capacity = compiled.capacity - BigInt(taken.size);
	const free = { ...compiled, capacity: capacity > 0n ? capacity : 0n };
	// Where most combinations are taken, showing every value once would leave no room for the ones that are not.
	const isCrowded = 2n * BigInt(taken.size) > compiled.capacity;
	const shown = isCrowded ? columns.map((column) => ({ ...column, isChosen: false })) : columns;
	const quotas = computeQuotas(shown, free, { size, seed });
	const table = arrangeRows({ columns: shown, rules: free, quotas, size, seed, taken, budget, isWide: true });
	return {
		rows: toRows(table, given),
		capacity: free.capacity,
		isCapacityExact: free.isCapacityExact,
		distinct: table.distinct,
		isRelaxed: table.isRelaxed(),
		impossible,
	};
}

/** The columns with all that can occur in them, those in the DNA first, as counting combinations wants them. */
function prepareColumns({ columns, counts, size }: ColumnPlanRequest, rules: readonly ColumnRule[]) {
	const steered = columns.map(({ name, values, isInDna }) => {
		const weights = new Map(values.map((value) => [value.name, value.weight]));
		const column = { trait: name, name, toLabel: (value: string) => value, inDna: isInDna, isChosen: true };
		const own = counts !== undefined && Object.hasOwn(counts, name) ? counts[name] : undefined;
		return steerColumn(column, weights, { counts: own, size });
	});
	const ordered = [...steered.filter(({ inDna }) => inDna), ...steered.filter(({ inDna }) => !inDna)];
	const impossible = findImpossible(ordered, rules);
	const possible = ordered.map((column, index) =>
		filterValues(column, size, { keeps: (value) => !impossible[index]!.has(value), because: 'the rules' }),
	);
	return {
		columns: removeImpossibleValues(possible, rules, size),
		impossible: ordered.flatMap(({ trait, values }, index) =>
			[...impossible[index]!].map((value) => ({ trait, value: values[value]! })),
		),
	};
}

/** Values that no row can have. One with a count is not among them: that it is impossible is an error that names the rule. */
function findImpossible(columns: readonly PlanColumn[], rules: readonly ColumnRule[]): ReadonlySet<number>[] {
	if (rules.length === 0) return columns.map(() => new Set());
	const combinations = countCombinations(columns, toCompatibility(columns, rules));
	return columns.map(
		({ values, counts }, column) =>
			new Set([...values.keys()].filter((value) => counts[value] === null && !combinations.has(column, value))),
	);
}

/** The keys of those taken rows that these columns could give as well. */
function findTaken(
	columns: readonly PlanColumn[],
	{ request: { taken = [] }, rules }: { readonly request: ColumnPlanRequest; readonly rules: readonly ColumnRule[] },
): ReadonlySet<CombinationKey> {
	const found = new Set<CombinationKey>();
	if (taken.length === 0) return found;
	const inDna = columns.flatMap(({ inDna }, column) => (inDna ? [column] : []));
	const places = columns.map(({ values }) => new Map(values.map((value, index) => [value, index])));
	const keys = createCombinationKeys(columns, 0);
	const compatibility = toCompatibility(columns, rules);
	for (const row of taken) {
		if (Object.keys(row).length !== inDna.length) continue;
		const values = inDna.map((column) => places[column]!.get(row[columns[column]!.trait] ?? '') ?? -1);
		const isAllowed = inDna.every((column, place) =>
			inDna.every((other, otherPlace) => compatibility[column]![values[place]!]?.[other]?.[values[otherPlace]!] !== 0),
		);
		if (isAllowed && !values.includes(-1)) found.add(keys.of(inDna, values));
	}
	return found;
}

function toRows(table: Arrangement, given: readonly OwnColumn[]): Record<string, string>[] {
	const places = new Map(table.columns.map(({ trait }, column) => [trait, column]));
	const order = given.map(({ name }) => ({ name, column: places.get(name)! }));
	return Array.from({ length: table.size }, (_, row) =>
		Object.fromEntries(
			order.map(({ name, column }) => [name, table.columns[column]!.values[table.value(row, column)]!]),
		),
	);
}
