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

/** Names the rules that keep the value out of every row, none of which could be left out. */
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
	const keepOut = (some: readonly ColumnRule[]) =>
		!countCombinations(columns, toCompatibility(columns, some)).has(column, value);
	const needed = rules.reduce((left, rule) => {
		const others = left.filter((other) => other !== rule);
		return keepOut(others) ? others : left;
	}, rules);
	const descriptions = needed.map((rule) => describeRule(rule, columns));
	const reason = `No image can have ${named} because of ${listRules(descriptions)}.`;
	return new PlanImpossibleError(reason, { binding: descriptions.join(', '), largestFeasible });
}

function listRules([first = '', ...others]: readonly string[]): string {
	if (others.length === 0) return `the rule '${first}'`;
	if (others.length === 1) return `the rules '${first}' and '${others[0]}' together`;
	return `${others.length + 1} rules together, the first of them '${first}'`;
}
