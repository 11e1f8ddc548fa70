import { batchSizeMax } from '@adx/validators/limits';
import { type Combinations, countCombinations } from './combinations.ts';
import { type Compatibility, describeRule, propagate, toCompatibility } from './compatibility.ts';
import { type ColumnRule, describeValue, filterValues, type PlanColumn } from './plan-column.ts';
import { PlanImpossibleError } from './plan-error.ts';

/** Where combinations cannot be counted, so many are looked for: more than any collection has rows. */
const countedAtLeast = 2 * batchSizeMax;

/** The rules of a plan, worked out for its columns. */
export interface CompiledRules {
	/** As they were given. */
	readonly rules: readonly ColumnRule[];
	readonly compatibility: Compatibility;
	readonly combinations: Combinations;
	/** How many unique rows there can be. */
	readonly capacity: bigint;
	/** False where counting them was given up: there can be at least so many. */
	readonly isCapacityExact: boolean;
}

/** What the rules leave possible; counts combinations as far as a collection can be large. */
export function compileRules(columns: readonly PlanColumn[], rules: readonly ColumnRule[]): CompiledRules {
	const compatibility = propagate(toCompatibility(columns, rules));
	const combinations = countCombinations(columns, compatibility);
	const { count, isExact } = combinations.count(countedAtLeast);
	return { rules, compatibility, combinations, capacity: count, isCapacityExact: isExact };
}

/**
 * The columns without the values that the rules keep out of every row. Throws PlanImpossibleError when that is a value
 * with a count, or a race or class chosen by name.
 */
export function removeImpossibleValues(
	columns: readonly PlanColumn[],
	rules: readonly ColumnRule[],
	size: number,
): PlanColumn[] {
	if (rules.length === 0) return [...columns];
	const combinations = countCombinations(columns, toCompatibility(columns, rules));
	return columns.map((column, index) => {
		const possible = column.values.map((_, value) => combinations.has(index, value));
		possible.forEach((isPossible, value) => {
			const isRequired = column.isChosen || column.counts[value] !== null;
			if (!isPossible && isRequired) throw toImpossible(columns, rules, [index, value]);
		});
		return filterValues(column, size, { keeps: (value) => possible[value]!, because: 'the rules' });
	});
}

/** Names the rule without which the value would be possible. */
function toImpossible(
	columns: readonly PlanColumn[],
	rules: readonly ColumnRule[],
	[column, value]: readonly [number, number],
): PlanImpossibleError {
	const { values, counts } = columns[column]!;
	// In a batch that the counts fill, values without a count have no part.
	const counted = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	const largestFeasible = counts[value] === null ? counted : 0;
	const named = describeValue(columns[column]!, values[value]!);
	const culprit = rules.find((rule) => {
		const others = rules.filter((other) => other !== rule);
		return countCombinations(columns, toCompatibility(columns, others)).has(column, value);
	});
	const reason = culprit
		? `No image can have ${named} because of the rule '${describeRule(culprit, columns)}'.`
		: `No image can have ${named}: the rules together leave it no partner.`;
	const binding = culprit ? describeRule(culprit, columns) : `the rules on ${named}`;
	return new PlanImpossibleError(reason, { binding, largestFeasible });
}
