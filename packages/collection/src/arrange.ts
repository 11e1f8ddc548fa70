import type { PlanRule } from '@adx/validators/generation';
import { Arrangement } from './arrangement.ts';
import { type Combinations, combinationsOf } from './capacity.ts';
import { describeValue, type PlanColumn } from './plan-columns.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { breaksRule, compileRules, describeRule } from './plan-rules.ts';
import { createStream, type RandomStream } from './prng.ts';
import { computeQuotas } from './quota.ts';
import { createRepair, type Repair, wander } from './repair.ts';

/** A plan to arrange; every value of its columns is possible by itself. */
export interface ArrangeRequest {
	readonly columns: readonly PlanColumn[];
	readonly rules: readonly PlanRule[];
	readonly size: number;
	readonly seed: string;
}

export interface Arranged {
	readonly table: Arrangement;
	/** Unique combinations there are. */
	readonly capacity: bigint;
}

/** Where counts leave hardly any freedom, another order of columns may succeed. */
const attempts = 4;

/**
 * Rows that meet all counts and rules and are unique as far as the capacity reaches. Throws PlanImpossibleError when that
 * cannot be done (or, where counts and rules leave next to no freedom, when no arrangement was found).
 */
export function arrange(request: ArrangeRequest): Arranged {
	const meets = compileRules(request.columns, request.rules);
	const combinations = combinationsOf(request.columns, meets);
	const capacity = combinations.count();
	let best: Shortfall | undefined;
	for (let attempt = 0; attempt < attempts; attempt++) {
		const table = new Arrangement(request.columns, meets, request.size);
		const stuck = fill(table, { ...request, combinations, capacity, attempt });
		if (stuck.length === 0) return { table, capacity };
		if (!best || stuck.length < best.stuck.length) best = { table, stuck };
	}
	throw explain(request, best!);
}

/** Rows that could not be mended, and the table they stand in. */
interface Shortfall {
	readonly table: Arrangement;
	readonly stuck: readonly number[];
}

interface Attempt extends ArrangeRequest {
	readonly combinations: Combinations;
	readonly capacity: bigint;
	readonly attempt: number;
}

/** Joins all columns and mends the rows; returns those that resisted. */
function fill(table: Arrangement, plan: Attempt): number[] {
	const { columns, seed, attempt } = plan;
	const stream = createStream(seed, `repair ${attempt}`);
	const repair = createRepair(table, stream);
	const order = createStream(seed, `columns ${attempt}`).shuffle(columns.map((_, column) => column));
	// Columns with counts cannot give way later, so they go first.
	order.sort((left, right) => countedValues(columns[right]!) - countedValues(columns[left]!));
	for (const column of order) {
		joinColumn(table, plan, column);
		const stuck = mendConflicts(table, repair, column);
		if (stuck.length > 0) return stuck;
	}
	return mendRepeats(table, plan, repair, stream);
}

/** The column has just joined, so every conflict is one of its own. */
function mendConflicts(table: Arrangement, repair: Repair, column: number): number[] {
	return rowsThat(table.size, (row) => {
		const conflicts = table.conflicts(row, column);
		if (conflicts.length === 0) return false;
		// Changing the partner helps only where it is the single one.
		const columns = conflicts.length === 1 ? [column, conflicts[0]!] : [column];
		return !repair.mendExactly(row, columns) && !repair.mendEasing(row, columns);
	});
}

function mendRepeats(table: Arrangement, plan: Attempt, repair: Repair, stream: RandomStream): number[] {
	const { columns, size, capacity } = plan;
	const isRoomy = BigInt(size) <= capacity;
	table.demandUnique();
	const variable = columns.flatMap(({ inDna, values }, column) => (inDna && values.length > 1 ? [column] : []));
	const resists = (mend: Repair['mendExactly']) => (row: number) =>
		table.isRepeat(row) && BigInt(table.used.size) < capacity && !mend(row, variable);
	const left = rowsThat(size, resists(repair.mendExactly));
	if (left.length === 0) return [];
	if (isRoomy) wander(table, variable, stream);
	const stuck = rowsThat(size, resists(repair.mendEasing));
	return isRoomy ? stuck : [];
}

function countedValues({ counts }: PlanColumn): number {
	return counts.filter((count) => count !== null).length;
}

function rowsThat(size: number, holds: (row: number) => boolean): number[] {
	const rows: number[] = [];
	for (let row = 0; row < size; row++) if (holds(row)) rows.push(row);
	return rows;
}

/** Adds a column that meets its quotas, shuffled by the seed. */
function joinColumn(table: Arrangement, plan: Attempt, column: number): void {
	const { trait } = plan.columns[column]!;
	const { quotas, minimums } = quotasOf(table, plan, column);
	const cells = new Uint16Array(plan.size);
	let filled = 0;
	quotas.forEach((quota, value) => {
		cells.fill(value, filled, filled + quota);
		filled += quota;
	});
	table.join(column, { cells: createStream(plan.seed, `order of ${trait}`).shuffle(cells), quotas, minimums });
}

function quotasOf(table: Arrangement, plan: Attempt, column: number) {
	const { size, seed, combinations, capacity } = plan;
	const { trait, values, weights, counts, isChosen } = plan.columns[column]!;
	const total = size - counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	const shared = counts.filter((count) => count === null).length;
	const least = isChosen && total >= shared ? 1 : 0;
	const minimums = counts.map((count) => (count === null ? least : 0));
	const anyNumber = values.map(() => size);
	// A value cannot be on more unique images than there are combinations with it.
	const maximums =
		BigInt(size) <= capacity ? values.map((_, value) => combinations.boundWith(column, value)) : anyNumber;
	const request = {
		total,
		weights,
		minimums,
		maximums: maximums.map((maximum, value) => (counts[value] === null ? maximum : 0)),
	};
	const quotas = computeQuotas(request, createStream(seed, `quotas of ${trait}`));
	const wished = computeQuotas({ ...request, maximums: anyNumber }, createStream(seed, `quotas of ${trait}`));
	if (quotas.some((quota, value) => quota !== wished[value])) table.isEased = true;
	return { quotas: quotas.map((quota, value) => counts[value] ?? quota), minimums };
}

/** Names the rule that most of the stuck rows break, or the count that most of the rows in surplus carry. */
function explain({ columns, rules, size }: ArrangeRequest, { table, stuck }: Shortfall): PlanImpossibleError {
	const largestFeasible = size - stuck.length;
	if (!table.isUnique) {
		const binding = mostFrequent(stuck, (row) => brokenRules(table, columns, rules, row).map(describeRule));
		const reason = `The rule '${binding}' cannot hold on all ${size} images together with the counts asked for.`;
		return new PlanImpossibleError(reason, { binding: binding ?? 'the rules', largestFeasible });
	}
	const binding = mostFrequent(stuck, (row) =>
		columns.flatMap(({ trait, values, counts, inDna }, column) => {
			const value = table.value(row, column);
			return inDna && counts[value] !== null ? [`${describeValue(trait, values[value]!)}: ${counts[value]}`] : [];
		}),
	);
	const reason = `The count '${binding}' leaves too few unique combinations for ${size} images.`;
	return new PlanImpossibleError(reason, { binding: binding ?? 'the counts', largestFeasible });
}

function brokenRules(table: Arrangement, columns: readonly PlanColumn[], rules: readonly PlanRule[], row: number) {
	const joined = new Set(table.joined());
	return rules.filter(({ left, right, ...rule }) => {
		const sides = [left, right].map(({ trait }) => columns.findIndex((column) => column.trait === trait));
		if (!sides.every((column) => joined.has(column))) return false;
		return breaksRule({ ...rule, left, right }, (trait) => {
			const column = columns.findIndex((candidate) => candidate.trait === trait);
			return columns[column]!.values[table.value(row, column)]!;
		});
	});
}

function mostFrequent(rows: readonly number[], namesOf: (row: number) => readonly string[]): string | undefined {
	const tally = new Map<string, number>();
	for (const row of rows) for (const name of namesOf(row)) tally.set(name, (tally.get(name) ?? 0) + 1);
	return [...tally].sort((left, right) => right[1] - left[1])[0]?.[0];
}
