import type { PlanRule } from '@adx/validators/generation';
import { countCombinations } from './capacity.ts';
import { describeValue, filterValues, type PlanColumn } from './plan-columns.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { compileRules, describeRule } from './plan-rules.ts';

/**
 * The columns without the values that the rules keep out of every row. Throws when that hits a value with a count, or a
 * race or class chosen by name.
 */
export function dropImpossible(
	columns: readonly PlanColumn[],
	rules: readonly PlanRule[],
	total: number,
): PlanColumn[] {
	if (rules.length === 0) return [...columns];
	const combinations = countCombinations(columns, compileRules(columns, rules));
	return columns.map((column, index) => {
		const possible = column.values.map((_, value) => combinations.has(index, value));
		possible.forEach((isPossible, value) => {
			if (!isPossible && (column.isChosen || column.counts[value] !== null)) refuse(columns, rules, [index, value]);
		});
		return filterValues(column, total, { keeps: (value) => possible[value]!, because: 'the rules' });
	});
}

function refuse(
	columns: readonly PlanColumn[],
	rules: readonly PlanRule[],
	[column, value]: readonly [number, number],
): never {
	const { trait, values, counts } = columns[column]!;
	// In a batch that the counts fill, values without a count have no part.
	const counted = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
	const largestFeasible = counts[value] === null ? counted : 0;
	const named = describeValue(trait, values[value]!);
	const culprit = rules.find((rule) => {
		const others = rules.filter((other) => other !== rule);
		return countCombinations(columns, compileRules(columns, others)).has(column, value);
	});
	const reason = culprit
		? `No image can have ${named} because of the rule '${describeRule(culprit)}'.`
		: `No image can have ${named}: the rules together leave it no partner.`;
	const binding = culprit ? describeRule(culprit) : `the rules on ${named}`;
	throw new PlanImpossibleError(reason, { binding, largestFeasible });
}
