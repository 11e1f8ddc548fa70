import { formatNumber } from '@adx/validators/format-number';
import type { PlannedTrait } from '@adx/validators/generation/plan-steering';
import { type PlannedTraits, toScoredTraits } from '../metadata/traits.ts';
import { type Arrangement, createSearchBudget, type SearchBudget } from './arrangement.ts';
import { anyInventedLandscape, buildColumns, type PlanRequest } from './columns.ts';
import type { CombinationKey } from './combination-keys.ts';
import { computeDna } from './dna.ts';
import { deriveImageSeed } from './image-seed.ts';
import { inventLandscapeNames } from './landscape-names.ts';
import { findLargestSize } from './largest-size.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { createRandomStream } from './prng.ts';
import { computeQuotas } from './quotas.ts';
import { arrangeRows } from './rows.ts';
import { compileRules, removeImpossibleValues } from './rules.ts';

export interface PlanRow {
	/** From 0. */
	readonly index: number;
	/** From 1. */
	readonly tokenNumber: number;
	readonly traits: PlannedTraits;
	/** Differs from every other row's, also where trait values repeat. */
	readonly dna: string;
	/** 32 hex digits for whatever an engine varies beside the traits; independent of them. */
	readonly imageSeed: string;
}

export interface Plan {
	readonly rows: readonly PlanRow[];
	/** Unique combinations the request can make. */
	readonly capacity: bigint;
	/** A sentence to show when the batch is larger than the capacity, else null. */
	readonly notice: string | null;
	/** True when some quotas had to give way to rules or to uniqueness; counts never do. */
	readonly isRelaxed: boolean;
}

/**
 * Plans a whole collection as a table with one row per image and one column per trait. Each step is a pure function of
 * those before it and of the seed, so the same request and seed give the same rows:
 *
 * 1. Columns: the values that each trait can take, each with a weight or with an exact count.
 * 2. Rules: which pairs of values may share a row. From them follows the capacity, the number of different rows there are
 *    (rows that differ in the background alone count as one), and which values cannot occur at all.
 * 3. Quotas: how many rows get each value. A count is its own quota; the rest of a column is apportioned by weight, each
 *    quota its exact share rounded up or down. Shares are bounded: a chosen race or class gets at least one row if the
 *    batch is large enough, and while rows can be unique no value gets more rows than it has combinations.
 * 4. Rows: each column holds its values as often as their quotas say, in an order shuffled by the seed. A row that breaks a
 *    rule or repeats another exchanges values with other rows, which changes no quota. Where no exchange helps, it gets
 *    another value: quotas give way then, counts never do. Beyond the capacity, rows repeat as numbered variants.
 *
 * Throws PlanImpossibleError when counts and rules cannot be met.
 */
export function planCollection(request: PlanRequest, seed: string): Plan {
	try {
		const { table, capacity } = arrangeRequest(request, seed, createSearchBudget());
		const notice = createNotice(request.batchSize, table.distinct, capacity);
		return { rows: toRows(request, seed, table), capacity, notice, isRelaxed: table.isRelaxed() };
	} catch (error) {
		if (!(error instanceof PlanImpossibleError)) throw error;
		const budget = createSearchBudget();
		const largest = findLargestSize({ size: request.batchSize, first: error.largestFeasible }, (batchSize) =>
			arrangeRequest({ ...request, batchSize }, seed, budget),
		);
		throw error.withLargestFeasible(largest);
	}
}

function arrangeRequest(request: PlanRequest, seed: string, budget: SearchBudget) {
	const size = request.batchSize;
	const columns = removeImpossibleValues(buildColumns(request), request.rules ?? [], size);
	const rules = compileRules(columns, request.rules ?? []);
	const quotas = computeQuotas(columns, rules, { size, seed });
	const table = arrangeRows({ columns, rules, quotas, size, seed, budget });
	return { table, capacity: rules.capacity };
}

function toRows({ artStyle }: PlanRequest, seed: string, table: Arrangement): PlanRow[] {
	const places = Object.fromEntries(table.columns.map(({ trait }, column) => [trait, column])) as Record<
		PlannedTrait,
		number
	>;
	const valueAt = (row: number, trait: PlannedTrait) => {
		const column = places[trait];
		return table.columns[column]!.values[table.value(row, column)]!;
	};
	const nextLandscape = inventLandscapes(table, places.background, seed);
	const variants = new Map<CombinationKey, number>();
	return Array.from({ length: table.size }, (_, index) => {
		const traits = {
			race: valueAt(index, 'race'),
			class: valueAt(index, 'class'),
			artStyle,
			background: valueAt(index, 'background') || nextLandscape(),
			affliction: valueAt(index, 'affliction'),
			divinity: valueAt(index, 'divinity'),
			items: valueAt(index, 'items'),
			magicalStone: valueAt(index, 'magicalStone'),
			// Columns are built from the catalogues, which is what the type says.
		} as PlannedTraits;
		const variant = (variants.get(table.computeKey(index)) ?? 0) + 1;
		variants.set(table.computeKey(index), variant);
		const dna = computeDna(toScoredTraits(traits), { variant });
		return { index, tokenNumber: index + 1, traits, dna, imageSeed: deriveImageSeed(seed, index) };
	});
}

/** Names for the rows that get any landscape, one after the other. */
function inventLandscapes(table: Arrangement, column: number, seed: string): () => string {
	const { values } = table.columns[column]!;
	const invented = values.indexOf(anyInventedLandscape);
	if (invented === -1) return () => '';
	const named = values.filter((value) => value !== anyInventedLandscape);
	const names = inventLandscapeNames(table.size, createRandomStream(seed, 'landscapes'), named);
	return () => names.pop()!;
}

function createNotice(size: number, distinct: number, capacity: bigint): string | null {
	if (BigInt(size) <= capacity) return null;
	return `These choices give only ${formatNumber(capacity)} unique combinations; ${formatNumber(size - distinct)} of ${formatNumber(size)} images repeat one as a numbered variant.`;
}
