import type { Arrangement } from './arrangement.ts';
import type { RandomStream } from './prng.ts';

/** Most of a column's values fit most rows, so a few blind tries repair nearly everything. */
const swapTries = 48;
/** Quotas may give way instead, so the search for rings of swaps that spare them ends after this much. */
const swapBudget = 500_000;

/** Repairs a row by changing it, and others, in the given columns. Counts are never touched; false when nothing helps. */
export interface Repair {
	/** Makes a row obey the rules, by swaps or else by reassigning. */
	repairConflict(row: number, columns: readonly number[]): boolean;
	/** By a swap with another row or a ring of swaps: every value is used as often as before. */
	repairBySwaps(row: number, columns: readonly number[]): boolean;
	/** By giving the row other values, at the cost of quotas. */
	repairByReassigning(row: number, columns: readonly number[]): boolean;
}

/** Repairs rows of `table` in place, within its budget of steps. */
export function createRepair(table: Arrangement, stream: RandomStream): Repair {
	const { budget } = table;
	const hasCounts = table.columns.some(({ counts }) => counts.some((count) => count !== null));
	const swapsEnd = Math.min(budget.limit, budget.spent + swapBudget);
	const reassigningEnd = hasCounts ? budget.limit : swapsEnd;
	const refill = createRefill(table, stream);
	const rotateAny = (row: number, columns: readonly number[], mayReassign: boolean) =>
		stream
			.shuffle([...columns])
			.some(
				(column) => budget.spent < (mayReassign ? reassigningEnd : swapsEnd) && rotate(table, row, column, mayReassign),
			);
	const repairBySwaps = (row: number, columns: readonly number[]) =>
		swap(table, row, columns, stream) || rotateAny(row, columns, false);
	const repairByReassigning = (row: number, columns: readonly number[]) =>
		reassign(table, row, columns) ||
		rotateAny(row, columns, true) ||
		// Without counts this is what makes every plan possible, so it may take what it needs.
		((!hasCounts || budget.spent < reassigningEnd) && refill(row));
	const hopeless = new Set<string>();
	let hopelessSince = -1;
	const repairConflict = (row: number, columns: readonly number[]) => {
		if (hopelessSince !== table.changes) hopeless.clear();
		hopelessSince = table.changes;
		const signature = `${columns};${table.signature(row)}`;
		// What failed for one row fails for all that are like it, until the table changes.
		if (hopeless.has(signature)) return false;
		if (repairBySwaps(row, columns) || repairByReassigning(row, columns)) return true;
		hopeless.add(signature);
		return false;
	};
	return { repairConflict, repairBySwaps, repairByReassigning };
}

/** Steps that `swapRepeatsAtRandom` takes per row, and at most. */
const randomStepsPerRow = 60;
const randomStepsMax = 200_000;

/**
 * A random walk out of dead ends in which no single swap helps any more: swaps repeats with other rows wherever that
 * makes no more repeats, until none is left or the steps are used up. Every value is used as often as before.
 */
export function swapRepeatsAtRandom(table: Arrangement, columns: readonly number[], stream: RandomStream): void {
	const repeats: number[] = [];
	for (let row = 0; row < table.size; row++) if (table.isRepeat(row)) repeats.push(row);
	const { budget } = table;
	const end = Math.min(budget.limit, budget.spent + Math.min(table.size * randomStepsPerRow, randomStepsMax));
	while (budget.spent < end && table.distinct < table.size && repeats.length > 0) {
		budget.spent++;
		const place = stream.nextInt(repeats.length);
		const row = repeats[place]!;
		if (!table.isRepeat(row)) {
			repeats[place] = repeats.at(-1)!;
			repeats.pop();
			continue;
		}
		const column = columns[stream.nextInt(columns.length)]!;
		const other = stream.nextInt(table.size);
		const [mine, theirs] = [table.value(row, column), table.value(other, column)];
		if (mine === theirs || !table.allows(row, column, theirs) || !table.allows(other, column, mine)) continue;
		const { distinct } = table;
		table.set(row, column, theirs);
		table.set(other, column, mine);
		if (table.distinct < distinct) {
			table.set(row, column, mine);
			table.set(other, column, theirs);
		} else if (table.isRepeat(other)) repeats.push(other);
	}
}

function swap(table: Arrangement, row: number, columns: readonly number[], stream: RandomStream): boolean {
	for (let tried = 0; tried < swapTries; tried++) {
		const column = columns[stream.nextInt(columns.length)]!;
		const other = stream.nextInt(table.size);
		const [mine, theirs] = [table.value(row, column), table.value(other, column)];
		if (mine === theirs || !table.fits(row, column, theirs) || !table.fits(other, column, mine)) continue;
		table.set(row, column, theirs);
		table.set(other, column, mine);
		return true;
	}
	return false;
}

/** Gives the row the fitting value that is the furthest below its target, or the least above it. */
function reassign(table: Arrangement, row: number, columns: readonly number[]): boolean {
	let best: { column: number; value: number; pressure: number } | undefined;
	for (const column of columns) {
		if (!table.mayLose(column, table.value(row, column))) continue;
		for (let value = 0; value < table.columns[column]!.values.length; value++) {
			if (value === table.value(row, column) || !table.mayGain(column, value)) continue;
			const pressure = table.quotaPressure(column, value);
			if ((best && pressure >= best.pressure) || !table.fits(row, column, value)) continue;
			best = { column, value, pressure };
		}
	}
	if (best) table.set(row, best.column, best.value);
	return best !== undefined;
}

/**
 * Looks for a ring of rows in which each takes the next one's value and the last takes `row`'s: a breadth-first search
 * over values for an augmenting path, so one is found if the column alone allows it. With `mayReassign` the ring may stay
 * open: one value is then used once more and `row`'s once less.
 */
function rotate(table: Arrangement, row: number, column: number, mayReassign: boolean): boolean {
	const mine = table.value(row, column);
	const search = startSearch(table, row, column);
	for (const reached of search.queue) {
		for (const other of table.holders(column, reached)) {
			if (!table.fits(other, column, mine)) continue;
			const freed = table.value(other, column);
			table.set(other, column, mine);
			rotateValues(table, search, { row, column, value: freed });
			return true;
		}
		for (const other of table.holders(column, reached)) expand(table, search, column, other);
	}
	if (!mayReassign || !table.mayLose(column, mine)) return false;
	const ends = search.queue.filter((value) => table.mayGain(column, value));
	const end = ends.sort((left, right) => table.quotaPressure(column, left) - table.quotaPressure(column, right))[0];
	if (end === undefined) return false;
	rotateValues(table, search, { row, column, value: end });
	return true;
}

interface RingSearch {
	/** Values reached, in order; it grows while it is walked. */
	readonly queue: number[];
	/** The row that would take each reached value. */
	readonly takers: Map<number, number>;
	/** Values not reached yet. */
	open: number[];
}

function startSearch(table: Arrangement, row: number, column: number): RingSearch {
	const mine = table.value(row, column);
	const open = table.columns[column]!.values.flatMap((_, value) => (value === mine ? [] : [value]));
	const search: RingSearch = { queue: [], takers: new Map(), open };
	expand(table, search, column, row);
	return search;
}

/** Reaches every open value that fits the row. */
function expand(table: Arrangement, search: RingSearch, column: number, row: number): void {
	if (search.open.length === 0) return;
	search.open = search.open.filter((value) => {
		if (!table.fits(row, column, value)) return true;
		search.takers.set(value, row);
		search.queue.push(value);
		return false;
	});
}

/** Gives `value` to the row that would take it, that row's value to the next, until `row` has got one. */
function rotateValues(
	table: Arrangement,
	search: RingSearch,
	{ row, column, value }: { readonly row: number; readonly column: number; readonly value: number },
): void {
	for (let given = value; ; ) {
		const taker = search.takers.get(given)!;
		const freed = table.value(taker, column);
		table.set(taker, column, given);
		if (taker === row) return;
		given = freed;
	}
}

/** Rows that share a walk become alike in the columns it began with, so in larger worlds each looks for itself. */
const sharedWalkMax = 2 ** 20;

/**
 * Gives a row a whole new set of values where its values may give way; false when no allowed set is left. This is the last
 * resort, and the reason why every row is unique up to the capacity: it walks all sets of values there are, in an
 * order that looks random, until one fits. Rows whose fixed values agree share one walk, so all of them together cost
 * one pass.
 */
function createRefill(table: Arrangement, stream: RandomStream): (row: number) => boolean {
	const walks = new Map<string, Iterator<readonly number[], void> | null>();
	return (row) => {
		const columns = table.joined();
		const choices = columns.map((column) => listChoices(table, row, column));
		const take = (walk: Iterator<readonly number[], void>): boolean => {
			for (let step = walk.next(); !step.done; step = walk.next()) {
				if (!table.fitsWhole(columns, step.value)) continue;
				for (const [place, column] of columns.entries()) table.set(row, column, step.value[place]!);
				return true;
			}
			return false;
		};
		const total = choices.reduce((product, values) => product * values.length, 1);
		const walk = () =>
			table.isWide ? walkAllowed(table, { columns, choices }, stream) : walkProduct(choices, total, stream);
		// While repeats are allowed a set of values may be used again, so every row starts a walk of its own.
		if (!table.isUnique || (table.isWide && total > sharedWalkMax)) return take(walk());
		const key = choices.map((values) => values.join()).join(';');
		const started = walks.get(key);
		if (started === null) return false;
		if (started && take(started)) return true;
		// Sets that were taken when the old walk passed them may have come free since.
		const fresh = walk();
		const isFound = take(fresh);
		walks.set(key, isFound ? fresh : null);
		return isFound;
	};
}

function listChoices(table: Arrangement, row: number, column: number): number[] {
	const mine = table.value(row, column);
	if (!table.mayLose(column, mine)) return [mine];
	return table.columns[column]!.values.flatMap((_, value) => (table.mayGain(column, value) ? [value] : []));
}

/** Every set of one value per column, once. The step shares no factor with their number, so it meets each of them. */
function* walkProduct(
	choices: readonly (readonly number[])[],
	total: number,
	stream: RandomStream,
): Generator<readonly number[], void> {
	let step = Math.max(1, Math.floor(total * 0.618));
	while (greatestCommonDivisor(step, total) !== 1) step++;
	for (let walked = 0, at = stream.nextInt(total); walked < total; walked++, at = (at + step) % total) {
		let rest = at;
		yield choices.map((values) => {
			const value = values[rest % values.length]!;
			rest = Math.floor(rest / values.length);
			return value;
		});
	}
}

/**
 * The same of sets that break no rule, value by value, so that what the first few values rule out is not walked through: depth
 * first, each column's values from a random one on, until the budget is used up.
 */
function* walkAllowed(
	table: Arrangement,
	{ columns, choices }: { readonly columns: readonly number[]; readonly choices: readonly (readonly number[])[] },
	stream: RandomStream,
): Generator<readonly number[], void> {
	const { budget } = table;
	const from = choices.map((values) => stream.nextInt(values.length));
	const chosen: number[] = [];
	function* extend(depth: number): Generator<readonly number[], void> {
		if (depth === columns.length) {
			yield chosen;
			return;
		}
		const values = choices[depth]!;
		for (let step = 0; step < values.length && budget.spent < budget.limit; step++) {
			chosen[depth] = values[(from[depth]! + step) % values.length]!;
			if (table.allowsBeside(columns, chosen, depth)) yield* extend(depth + 1);
		}
	}
	yield* extend(0);
}

function greatestCommonDivisor(left: number, right: number): number {
	return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
