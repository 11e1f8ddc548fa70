import { formatNumber } from '@adx/validators/format-number';
import { Arrangement, type ArrangementRequest } from './arrangement.ts';
import { breaksRule, describeRule } from './compatibility.ts';
import { type ColumnRule, describeValue, type PlanColumn, unpinned } from './plan-column.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { createRandomStream, type RandomStream } from './prng.ts';
import { createRepair, type Repair, swapRepeatsAtRandom } from './repair.ts';

export interface RowsRequest extends ArrangementRequest {
	readonly seed: string;
	/** Quotas never give way to uniqueness: rows that nothing else could tell apart stay repeats. Not for plans with rules. */
	readonly preservesQuotas?: boolean;
}

/** Where counts leave hardly any freedom, another start may succeed; small tables are quickly tried. */
const toAttemptCount = (size: number) => (size <= 20 ? 32 : 8);

/**
 * Rows that meet all counts and rules and are unique as far as the capacity reaches. Throws PlanImpossibleError when that
 * cannot be done (or, where counts and rules leave next to no freedom, when no arrangement was found).
 */
export function arrangeRows(request: RowsRequest): Arrangement {
	const { size, budget } = request;
	let best: Attempt | undefined;
	for (let number = 0; number < toAttemptCount(size); number++) {
		const attempt = arrangeOnce(request, number);
		if (attempt.stuck.length === 0) return attempt.table;
		if (!best || attempt.stuck.length < best.stuck.length) best = attempt;
		if (budget.spent >= budget.limit) break;
	}
	throw toImpossible(request, best!);
}

interface Attempt {
	readonly table: Arrangement;
	/** Rows that could not be repaired. */
	readonly stuck: readonly number[];
}

/** Joins all columns, each shuffled by the seed, and repairs the rows. */
function arrangeOnce(request: RowsRequest, attempt: number): Attempt {
	const { columns, seed } = request;
	const table = new Arrangement(request);
	const stream = createRandomStream(seed, `repair ${attempt}`);
	const repair = createRepair(table, stream);
	const order = createRandomStream(seed, `columns ${attempt}`).shuffle(columns.map((_, column) => column));
	// Columns with counts cannot give way later, so they go first.
	order.sort((left, right) => countCountedValues(columns[right]!) - countCountedValues(columns[left]!));
	for (const column of order) {
		const purpose = `order of ${columns[column]!.trait} ${attempt}`;
		table.join(column, dealValues(request, column, createRandomStream(seed, purpose)));
		const stuck = repairConflicts(table, repair, column);
		if (stuck.length > 0) return { table, stuck };
	}
	return { table, stuck: repairRepeats(table, request, repair, stream) };
}

/** Every value as often as its target says, shuffled; pinned rows keep theirs. */
function dealValues({ columns, quotas }: RowsRequest, column: number, stream: RandomStream): Uint16Array {
	const { pins } = columns[column]!;
	const dealt = stream.shuffle(
		Uint16Array.from(quotas[column]!.targets.flatMap((target, value) => new Array<number>(target).fill(value))),
	);
	let used = 0;
	return pins ? Uint16Array.from(pins, (pin) => (pin === unpinned ? dealt[used++]! : pin)) : dealt;
}

/** The column has just joined, so every conflict is one of its own. */
function repairConflicts(table: Arrangement, repair: Repair, column: number): number[] {
	return findRows(table.size, (row) => {
		const conflicts = table.conflicts(row, column);
		if (conflicts.length === 0) return false;
		// Changing the partner helps only where it is the single one.
		const columns = conflicts.length === 1 ? [column, conflicts[0]!] : [column];
		return !repair.repairConflict(row, columns);
	});
}

/** Giving way to repeats may open room for swaps and the other way round. */
const rounds = 6;

function repairRepeats(table: Arrangement, request: RowsRequest, repair: Repair, stream: RandomStream): number[] {
	const { columns, size, preservesQuotas } = request;
	const { capacity } = request.rules;
	const isRoomy = BigInt(size) <= capacity;
	table.demandUnique();
	const variable = columns.flatMap(({ inDna, values }, column) => (inDna && values.length > 1 ? [column] : []));
	const resists = (change: Repair['repairBySwaps']) => (row: number) =>
		table.isRepeat(row) && BigInt(table.distinct) < capacity && !change(row, variable);
	let stuck = findRows(size, resists(repair.repairBySwaps));
	for (let round = 0; round < rounds && stuck.length > 0; round++) {
		if (isRoomy) swapRepeatsAtRandom(table, variable, stream);
		stuck = findRows(size, resists(preservesQuotas ? repair.repairBySwaps : repair.repairByReassigning));
		// Beyond the capacity some rows repeat in any case.
		if (!isRoomy) return [];
	}
	return preservesQuotas ? [] : stuck;
}

function countCountedValues({ counts }: PlanColumn): number {
	return counts.filter((count) => count !== null).length;
}

function findRows(size: number, holds: (row: number) => boolean): number[] {
	const rows: number[] = [];
	for (let row = 0; row < size; row++) if (holds(row)) rows.push(row);
	return rows;
}

/** Names the rule that most of the stuck rows break, or the count that most of the rows in surplus carry. */
function toImpossible(
	{ columns, rules: { rules }, size }: RowsRequest,
	{ table, stuck }: Attempt,
): PlanImpossibleError {
	// Of rows that repeat each other one may stay.
	const largestFeasible = table.isUnique ? table.distinct : size - stuck.length;
	if (!table.isUnique) {
		const binding = findMostFrequent(stuck, (row) =>
			listBrokenRules(table, rules, row).map((rule) => describeRule(rule, columns)),
		);
		const reason = `The rule '${binding}' cannot hold on all ${formatNumber(size)} images together with the counts asked for.`;
		return new PlanImpossibleError(reason, { binding: binding ?? 'the rules', largestFeasible });
	}
	const binding = findMostFrequent(stuck, (row) =>
		columns.flatMap((planned, column) => {
			const { values, counts, inDna } = planned;
			const value = table.value(row, column);
			return inDna && counts[value] !== null ? [`${describeValue(planned, values[value]!)}: ${counts[value]}`] : [];
		}),
	);
	const culprit = binding === undefined ? 'Counts and rules together leave' : `The count '${binding}' leaves`;
	const reason = `${culprit} too few unique combinations for ${formatNumber(size)} images.`;
	return new PlanImpossibleError(reason, { binding: binding ?? 'the counts', largestFeasible });
}

/** The rules a row breaks as far as its columns have joined; where only what follows from rules is broken, those about it. */
function listBrokenRules(table: Arrangement, rules: readonly ColumnRule[], row: number): readonly ColumnRule[] {
	const values = new Map(
		table.joined().map((column) => {
			const { trait, values } = table.columns[column]!;
			return [trait, values[table.value(row, column)]!];
		}),
	);
	const isBroken = (rule: ColumnRule) =>
		values.has(rule.left.trait) && values.has(rule.right.trait) && breaksRule(rule, (trait) => values.get(trait)!);
	const broken = rules.filter(isBroken);
	const holds = ({ trait, value }: ColumnRule['left']) => values.get(trait) === value;
	return broken.length > 0 ? broken : rules.filter(({ left, right }) => holds(left) || holds(right));
}

function findMostFrequent(rows: readonly number[], listNames: (row: number) => readonly string[]): string | undefined {
	const tally = new Map<string, number>();
	for (const row of rows) for (const name of listNames(row)) tally.set(name, (tally.get(name) ?? 0) + 1);
	return [...tally].sort((left, right) => right[1] - left[1])[0]?.[0];
}
