import type { PlanRule } from '@adx/validators/generation';
import { Arrangement, type Effort, freeRow, type Pins } from './arrangement.ts';
import { type Combinations, countCombinations } from './capacity.ts';
import { describeValue, type PlanColumn } from './plan-columns.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { breaksRule, compileRules, describeRule } from './plan-rules.ts';
import { createStream, type RandomStream } from './prng.ts';
import { computeQuotas } from './quota.ts';
import { createRepair, type Repair, wander } from './repair.ts';
import { closeRules } from './rule-closure.ts';

/** A plan to arrange; every value of its columns is possible by itself. */
export interface ArrangeRequest {
	readonly columns: readonly PlanColumn[];
	readonly rules: readonly PlanRule[];
	readonly size: number;
	readonly seed: string;
	/** Searching ends when it is used up; a plan without counts then still succeeds, one with counts may not. */
	readonly effort: Effort;
	/** Shares never give way to uniqueness: rows that nothing else could tell apart stay repeats. Not for plans with rules. */
	readonly keepsShares?: boolean;
	/** Values that came from outside, per column; null for a column without. Quotas are then those of the other rows. */
	readonly pins?: readonly (Pins | null)[];
}

export interface ArrangeResult {
	readonly table: Arrangement;
	/** Unique combinations there are. */
	readonly capacity: bigint;
}

/** Where counts leave hardly any freedom, another start may succeed; small tables are quickly tried. */
const toAttemptCount = (size: number) => (size <= 20 ? 32 : 8);

/**
 * Rows that meet all counts and rules and are unique as far as the capacity reaches. Throws PlanImpossibleError when that
 * cannot be done (or, where counts and rules leave next to no freedom, when no arrangement was found).
 */
export function arrange(request: ArrangeRequest): ArrangeResult {
	const meets = closeRules(compileRules(request.columns, request.rules));
	const combinations = countCombinations(request.columns, meets);
	const capacity = combinations.count();
	checkCounts(request, combinations, capacity);
	let best: Shortfall | undefined;
	for (let attempt = 0; attempt < toAttemptCount(request.size); attempt++) {
		const table = new Arrangement(request.columns, meets, request);
		const stuck = fill(table, { ...request, combinations, capacity, attempt });
		if (stuck.length === 0) return { table, capacity };
		if (!best || stuck.length < best.stuck.length) best = { table, stuck };
		if (request.effort.spent >= request.effort.limit) break;
	}
	throw explain(request, best!);
}

/** Throws for a count that alone asks for more unique images than there are. */
function checkCounts({ columns, size }: ArrangeRequest, combinations: Combinations, capacity: bigint): void {
	if (BigInt(size) > capacity) return;
	for (const [column, { trait, values, counts, inDna }] of columns.entries()) {
		const value = counts.findIndex((count, index) => inDna && (count ?? 0) > combinations.boundWith(column, index));
		if (value === -1) continue;
		const binding = `${describeValue(trait, values[value]!)}: ${counts[value]}`;
		const unique = combinations.boundWith(column, value);
		const reason = `The count '${binding}' is more than the ${unique} unique combinations with it.`;
		const largestFeasible = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
		throw new PlanImpossibleError(reason, { binding, largestFeasible });
	}
}

/** Giving way to repeats may open room for swaps and the other way round. */
const rounds = 6;

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
	order.sort((left, right) => listCountedValues(columns[right]!) - listCountedValues(columns[left]!));
	for (const column of order) {
		joinColumn(table, plan, column);
		const stuck = mendConflicts(table, repair, column);
		if (stuck.length > 0) return stuck;
	}
	return mendRepeats(table, plan, repair, stream);
}

/** The column has just joined, so every conflict is one of its own. */
function mendConflicts(table: Arrangement, repair: Repair, column: number): number[] {
	return findRows(table.size, (row) => {
		const conflicts = table.conflicts(row, column);
		if (conflicts.length === 0) return false;
		// Changing the partner helps only where it is the single one.
		const columns = conflicts.length === 1 ? [column, conflicts[0]!] : [column];
		return !repair.mendConflict(row, columns);
	});
}

function mendRepeats(table: Arrangement, plan: Attempt, repair: Repair, stream: RandomStream): number[] {
	const { columns, size, capacity } = plan;
	const isRoomy = BigInt(size) <= capacity;
	table.demandUnique();
	const variable = columns.flatMap(({ inDna, values }, column) => (inDna && values.length > 1 ? [column] : []));
	const resists = (mend: Repair['mendExactly']) => (row: number) =>
		table.isRepeat(row) && BigInt(table.used.size) < capacity && !mend(row, variable);
	let stuck = findRows(size, resists(repair.mendExactly));
	for (let round = 0; round < rounds && stuck.length > 0; round++) {
		if (isRoomy) wander(table, variable, stream);
		stuck = findRows(size, resists(plan.keepsShares ? repair.mendExactly : repair.mendEasing));
		// Beyond the capacity some rows repeat in any case.
		if (!isRoomy) return [];
	}
	return plan.keepsShares ? [] : stuck;
}

function listCountedValues({ counts }: PlanColumn): number {
	return counts.filter((count) => count !== null).length;
}

function findRows(size: number, holds: (row: number) => boolean): number[] {
	const rows: number[] = [];
	for (let row = 0; row < size; row++) if (holds(row)) rows.push(row);
	return rows;
}

/** Adds a column that meets its quotas, shuffled by the seed. */
function joinColumn(table: Arrangement, plan: Attempt, column: number): void {
	const { trait } = plan.columns[column]!;
	const pins = plan.pins?.[column] ?? undefined;
	const freeRows = countFree(plan, column);
	const { quotas, wanted, minimums } = computeColumnQuotas(plan, column, freeRows);
	const cells = new Uint16Array(freeRows);
	let filled = 0;
	quotas.forEach((quota, value) => {
		cells.fill(value, filled, filled + quota);
		filled += quota;
	});
	const shuffled = createStream(plan.seed, `order of ${trait} ${plan.attempt}`).shuffle(cells);
	table.join(column, { cells: pins ? aroundPins(pins, shuffled) : shuffled, quotas, wanted, minimums, pins });
}

function countFree({ pins, size }: Attempt, column: number): number {
	return pins?.[column]?.reduce((sum, pin) => sum + (pin === freeRow ? 1 : 0), 0) ?? size;
}

function aroundPins(pins: Pins, values: Uint16Array): Uint16Array {
	let used = 0;
	return Uint16Array.from(pins, (pin) => (pin === freeRow ? values[used++]! : pin));
}

function computeColumnQuotas(plan: Attempt, column: number, rows: number) {
	const { size, seed, combinations, capacity } = plan;
	const { trait, values, weights, counts, isChosen } = plan.columns[column]!;
	const total = rows - counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
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
	const compute = (bounds: readonly number[]) => {
		const shares = computeQuotas({ ...request, maximums: bounds }, createStream(seed, `quotas of ${trait}`));
		return shares.map((share, value) => counts[value] ?? share);
	};
	return { quotas: compute(request.maximums), wanted: compute(anyNumber), minimums };
}

/** Names the rule that most of the stuck rows break, or the count that most of the rows in surplus carry. */
function explain({ columns, rules, size }: ArrangeRequest, { table, stuck }: Shortfall): PlanImpossibleError {
	// Of rows that repeat each other one may stay.
	const largestFeasible = table.isUnique ? table.used.size : size - stuck.length;
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

/** The rules a row breaks as far as its columns have joined; where only what follows from rules is broken, those that speak of it. */
function brokenRules(
	table: Arrangement,
	columns: readonly PlanColumn[],
	rules: readonly PlanRule[],
	row: number,
): readonly PlanRule[] {
	const values = new Map(
		table.joined().map((column) => [columns[column]!.trait, columns[column]!.values[table.value(row, column)]!]),
	);
	const isBroken = (rule: PlanRule) =>
		values.has(rule.left.trait) && values.has(rule.right.trait) && breaksRule(rule, (trait) => values.get(trait)!);
	const broken = rules.filter(isBroken);
	const holds = ({ trait, value }: PlanRule['left']) => values.get(trait) === value;
	return broken.length > 0 ? broken : rules.filter(({ left, right }) => holds(left) || holds(right));
}

function mostFrequent(rows: readonly number[], listNames: (row: number) => readonly string[]): string | undefined {
	const tally = new Map<string, number>();
	for (const row of rows) for (const name of listNames(row)) tally.set(name, (tally.get(name) ?? 0) + 1);
	return [...tally].sort((left, right) => right[1] - left[1])[0]?.[0];
}
