import { formatNumber } from '@adx/validators/format-number';
import { PlanImpossibleError } from './plan-error.ts';

/** One planned trait with the values that can occur; the lists run over the same values. */
export interface PlanColumn<Trait extends string = string> {
	/** Tells it from the others of its plan; rules name it. */
	readonly trait: Trait;
	/** What sentences call it. */
	readonly name: string;
	/** What sentences call one of its values. */
	toLabel(value: string): string;
	readonly values: readonly string[];
	/** Relative shares of what the counts leave over; 0 for values with a count. */
	readonly weights: readonly number[];
	/** The exact count asked for, or null. */
	readonly counts: readonly (number | null)[];
	/** Rows that differ in this column alone are different ones. Columns that are not in the DNA stand behind those that are. */
	readonly inDna: boolean;
	/** Every value was chosen by name and appears at least once when the batch is large enough. */
	readonly isChosen: boolean;
	/** Per row the index of the value that it has already and keeps, or `unpinned`; absent when no row has one. */
	readonly pins?: Int32Array;
}

export const unpinned = -1;

/** A value by its column. */
export interface ColumnPair {
	readonly trait: string;
	readonly value: string;
}

/** `never`: the two values meet in no row. `together`: a row with `left` also has `right`. */
export interface ColumnRule {
	readonly kind: 'never' | 'together';
	readonly left: ColumnPair;
	readonly right: ColumnPair;
}

/** "Race Elf", as the sentences about counts and rules name a value. */
export function describeValue({ name, toLabel }: Pick<PlanColumn, 'name' | 'toLabel'>, value: string): string {
	return `${name} ${toLabel(value)}`;
}

/** What moves the shares of a column's values, and how many rows they are shared out over. */
export interface ColumnSteering {
	readonly weights?: Readonly<Record<string, number>> | undefined;
	readonly counts?: Readonly<Record<string, number>> | undefined;
	readonly size: number;
}

/**
 * A column with weights and counts applied: a weight stands instead of the default one, a count fixes its value. Throws
 * PlanImpossibleError when the counts cannot be met by themselves.
 */
export function steerColumn<Column extends Pick<PlanColumn, 'trait' | 'name' | 'toLabel' | 'inDna' | 'isChosen'>>(
	column: Column,
	defaultWeights: ReadonlyMap<string, number>,
	{ weights: steered = {}, counts: requested = {}, size }: ColumnSteering,
): Column & PlanColumn<Column['trait']> {
	for (const [value, count] of Object.entries(requested)) {
		if (count === 0 || defaultWeights.has(value)) continue;
		const named = describeValue(column, value);
		const reason = `${formatNumber(count)} images with ${named} are asked for, but it is not among the choices.`;
		throw new PlanImpossibleError(reason, { binding: `${named}: ${count}` });
	}
	const values = [...defaultWeights.keys()];
	const counts = values.map((value) => (Object.hasOwn(requested, value) ? requested[value]! : null));
	const weights = values.map((value, index) =>
		counts[index] !== null ? 0 : Object.hasOwn(steered, value) ? steered[value]! : defaultWeights.get(value)!,
	);
	return filterValues({ ...column, values, counts, weights }, size);
}

/** What narrows a column further: which values stay, and what to name when too few do. */
interface Narrowing {
	readonly keeps: (valueIndex: number) => boolean;
	readonly because: string;
}

/**
 * The column with only the values that can occur: those with a count, and, where the counts leave room, those with a
 * weight. Throws when they cannot make up `size` images.
 */
export function filterValues<Column extends PlanColumn>(column: Column, size: number, narrowing?: Narrowing): Column {
	const { name, values, counts, weights } = column;
	const because = narrowing?.because ?? `the counts of ${name}`;
	const counted = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	if (counted > size) {
		const reason = `The counts of ${name} add up to ${formatNumber(counted)}, but the collection holds only ${formatNumber(size)} images.`;
		throw new PlanImpossibleError(reason, { binding: because });
	}
	const remaining = values.flatMap((_, index) => {
		const canOccur = counts[index] === null ? counted < size && weights[index]! > 0 : counts[index]! > 0;
		return canOccur && (narrowing?.keeps(index) ?? true) ? [index] : [];
	});
	if (counted < size && !remaining.some((index) => counts[index] === null)) {
		const reason =
			counted === 0
				? `No value of ${name} is left to choose from.`
				: `The counts of ${name} add up to ${formatNumber(counted)}, and no other value may fill the rest of ${formatNumber(size)} images.`;
		throw new PlanImpossibleError(reason, { binding: because, largestFeasible: counted });
	}
	const only = <Item>(list: readonly Item[]) => remaining.map((index) => list[index]!);
	return { ...column, values: only(values), counts: only(counts), weights: only(weights) };
}
