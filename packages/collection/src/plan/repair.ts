import type { Arrangement } from './arrangement.ts';
import type { RandomStream } from './prng.ts';
import { createRefill, type Refill } from './refill.ts';

/** Most of a column's values fit most rows, so a few blind tries mend nearly everything. */
const swapTries = 48;
/** Shares may give way instead, so the search for rings of swaps that spare them ends after this much. */
const exactEffort = 500_000;

/** Mends rows by changing them, and others, in the given columns. Counts are never touched. */
export interface Repair {
	/** Makes a row keep the rules, by what `mendExactly` does or else `mendEasing`. */
	mendConflict(row: number, columns: readonly number[]): boolean;
	/** By a swap with another row or a ring of swaps, so that all quotas stay exact; false when neither was found. */
	mendExactly(row: number, columns: readonly number[]): boolean;
	/** By giving the row other values, whereby shares give way; false when nothing helps. */
	mendEasing(row: number, columns: readonly number[]): boolean;
}

export function createRepair(table: Arrangement, stream: RandomStream): Repair {
	const { effort } = table;
	const hasCounts = table.columns.some(({ counts }) => counts.some((count) => count !== null));
	const exactUntil = Math.min(effort.limit, effort.spent + exactEffort);
	const easingUntil = hasCounts ? effort.limit : exactUntil;
	const refill: Refill = createRefill(table, stream);
	const rotateAny = (row: number, columns: readonly number[], mayEase: boolean) =>
		stream
			.shuffle([...columns])
			.some((column) => effort.spent < (mayEase ? easingUntil : exactUntil) && rotate(table, row, column, mayEase));
	const mendExactly = (row: number, columns: readonly number[]) =>
		swap(table, row, columns, stream) || rotateAny(row, columns, false);
	const mendEasing = (row: number, columns: readonly number[]) =>
		ease(table, row, columns) ||
		rotateAny(row, columns, true) ||
		// Without counts this is what makes every plan possible, so it may take what it needs.
		((!hasCounts || effort.spent < easingUntil) && refill(row));
	const hopeless = new Set<string>();
	let hopelessSince = -1;
	const mendConflict = (row: number, columns: readonly number[]) => {
		if (hopelessSince !== table.changes) hopeless.clear();
		hopelessSince = table.changes;
		const signature = `${columns};${table.signature(row)}`;
		// What failed for one row fails for all that are like it, until the table changes.
		if (hopeless.has(signature)) return false;
		if (mendExactly(row, columns) || mendEasing(row, columns)) return true;
		hopeless.add(signature);
		return false;
	};
	return { mendConflict, mendExactly, mendEasing };
}

/** Steps per row in which `wander` looks for room, and at most. */
const wanderStepsPerRow = 60;
const wanderStepsMax = 200_000;

/**
 * Swaps repeats around as long as that makes them no more, until none is left or the steps are used up: it leaves the dead
 * ends in which no single swap helps any more. Quotas stay exact.
 */
export function wander(table: Arrangement, columns: readonly number[], stream: RandomStream): void {
	const repeats: number[] = [];
	for (let row = 0; row < table.size; row++) if (table.isRepeat(row)) repeats.push(row);
	const { effort } = table;
	const stop = Math.min(effort.limit, effort.spent + Math.min(table.size * wanderStepsPerRow, wanderStepsMax));
	while (effort.spent < stop && table.used.size < table.size && repeats.length > 0) {
		effort.spent++;
		const place = stream.below(repeats.length);
		const row = repeats[place]!;
		if (!table.isRepeat(row)) {
			repeats[place] = repeats.at(-1)!;
			repeats.pop();
			continue;
		}
		const column = columns[stream.below(columns.length)]!;
		const other = stream.below(table.size);
		const [mine, theirs] = [table.value(row, column), table.value(other, column)];
		if (mine === theirs || !table.allows(row, column, theirs) || !table.allows(other, column, mine)) continue;
		const distinct = table.used.size;
		table.set(row, column, theirs);
		table.set(other, column, mine);
		if (table.used.size < distinct) {
			table.set(row, column, mine);
			table.set(other, column, theirs);
		} else if (table.isRepeat(other)) repeats.push(other);
	}
}

function swap(table: Arrangement, row: number, columns: readonly number[], stream: RandomStream): boolean {
	for (let tried = 0; tried < swapTries; tried++) {
		const column = columns[stream.below(columns.length)]!;
		const other = stream.below(table.size);
		const [mine, theirs] = [table.value(row, column), table.value(other, column)];
		if (mine === theirs || !table.fits(row, column, theirs) || !table.fits(other, column, mine)) continue;
		table.set(row, column, theirs);
		table.set(other, column, mine);
		return true;
	}
	return false;
}

/** Gives the row the fitting value that strains its quota least. */
function ease(table: Arrangement, row: number, columns: readonly number[]): boolean {
	let best: { column: number; value: number; strain: number } | undefined;
	for (const column of columns) {
		if (!table.mayLose(column, table.value(row, column))) continue;
		for (let value = 0; value < table.columns[column]!.values.length; value++) {
			if (value === table.value(row, column) || !table.mayGain(column, value)) continue;
			const strain = table.strain(column, value);
			if ((best && strain >= best.strain) || !table.fits(row, column, value)) continue;
			best = { column, value, strain };
		}
	}
	if (best) table.set(row, best.column, best.value);
	return best !== undefined;
}

/**
 * Looks for a ring of rows in which each takes the next one's value and the last takes `row`'s: a breadth-first search
 * over values for an augmenting path, so one is found if the column alone allows it. With `mayEase` the ring may stay
 * open: one value is then used once more and `row`'s once less.
 */
function rotate(table: Arrangement, row: number, column: number, mayEase: boolean): boolean {
	const mine = table.value(row, column);
	const search = startSearch(table, row, column);
	for (const reached of search.queue) {
		for (const other of table.holders(column, reached)) {
			if (!table.fits(other, column, mine)) continue;
			const freed = table.value(other, column);
			table.set(other, column, mine);
			passOn(table, search, { row, column, value: freed });
			return true;
		}
		for (const other of table.holders(column, reached)) expand(table, search, column, other);
	}
	if (!mayEase || !table.mayLose(column, mine)) return false;
	const ends = search.queue.filter((value) => table.mayGain(column, value));
	const end = ends.sort((left, right) => table.strain(column, left) - table.strain(column, right))[0];
	if (end === undefined) return false;
	passOn(table, search, { row, column, value: end });
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

/** Hands `value` to the row that would take it, that row's value to the next, until `row` has got one. */
function passOn(
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
