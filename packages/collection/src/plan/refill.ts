import type { Arrangement } from './arrangement.ts';
import type { RandomStream } from './prng.ts';

/** Gives a row a whole new set of values where its values may give way; false when no allowed set is left. */
export type Refill = (row: number) => boolean;

/**
 * The last resort, and the reason why every row is unique up to the capacity: it walks all sets of values there are, in an
 * order that looks random, until one fits. Rows whose fixed values agree share one walk, so all of them together cost
 * one pass.
 */
export function createRefill(table: Arrangement, stream: RandomStream): Refill {
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
		// While repeats are allowed a set of values may be used again, so every row starts a walk of its own.
		if (!table.isUnique) return take(walkProduct(choices, stream));
		const key = choices.map((values) => values.join()).join(';');
		const started = walks.get(key);
		if (started === null) return false;
		if (started && take(started)) return true;
		// Sets that were taken when the old walk passed them may have come free since.
		const fresh = walkProduct(choices, stream);
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
	stream: RandomStream,
): Generator<readonly number[], void> {
	const total = choices.reduce((product, values) => product * values.length, 1);
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

function greatestCommonDivisor(left: number, right: number): number {
	return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
