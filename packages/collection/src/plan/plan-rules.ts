import type { PlannedTrait, PlanRule } from '@adx/validators/generation';
import { combinationsOf } from './capacity.ts';
import { describeValue, keepValues, type PlanColumn } from './plan-columns.ts';
import { PlanImpossibleError } from './plan-error.ts';

/**
 * Which values may meet: `meets[a][x][b]` is null when value x of column a restricts nothing in column b, else one flag
 * per value of b. Symmetric.
 */
export type Meetings = readonly (readonly (readonly (Uint8Array | null)[])[])[];

/** "Race Elf never with Class Fighter" */
export function describeRule({ kind, left, right }: PlanRule): string {
	return `${describeValue(left.trait, left.value)} ${kind} with ${describeValue(right.trait, right.value)}`;
}

/** True when a row with these trait values breaks the rule. */
export function breaksRule({ kind, left, right }: PlanRule, chosen: (trait: PlannedTrait) => string): boolean {
	if (chosen(left.trait) !== left.value) return false;
	return (chosen(right.trait) === right.value) === (kind === 'never');
}

/** Turns rules into flags per pair of values. Values that are no part of the columns meet nothing and forbid nothing. */
export function compileRules(columns: readonly PlanColumn[], rules: readonly PlanRule[]): Meetings {
	const meets: (Uint8Array | null)[][][] = columns.map(({ values }) => values.map(() => columns.map(() => null)));
	const forbid = (a: number, x: number, b: number, y: number) => {
		const flags = meets[a]![x]![b] ?? new Uint8Array(columns[b]!.values.length).fill(1);
		flags[y] = 0;
		meets[a]![x]![b] = flags;
	};
	for (const rule of rules) {
		const [a, b] = [rule.left, rule.right].map(({ trait }) => columns.findIndex((column) => column.trait === trait));
		const x = columns[a!]!.values.indexOf(rule.left.value);
		if (x === -1) continue;
		const partners = columns[b!]!.values;
		// Within one trait a value meets only itself.
		const candidates = a === b ? [rule.left.value] : partners;
		for (const candidate of candidates) {
			if ((candidate === rule.right.value) !== (rule.kind === 'never')) continue;
			const y = partners.indexOf(candidate);
			forbid(a!, x, b!, y);
			forbid(b!, y, a!, x);
		}
	}
	return meets;
}

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
	const combinations = combinationsOf(columns, compileRules(columns, rules));
	return columns.map((column, index) => {
		const possible = column.values.map((_, value) => combinations.has(index, value));
		possible.forEach((isPossible, value) => {
			if (!isPossible && (column.isChosen || column.counts[value] !== null)) refuse(columns, rules, [index, value]);
		});
		return keepValues(column, total, { keeps: (value) => possible[value]!, because: 'the rules' });
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
		return combinationsOf(columns, compileRules(columns, others)).has(column, value);
	});
	const reason = culprit
		? `No image can have ${named} because of the rule '${describeRule(culprit)}'.`
		: `No image can have ${named}: the rules together leave it no partner.`;
	const binding = culprit ? describeRule(culprit) : `the rules on ${named}`;
	throw new PlanImpossibleError(reason, { binding, largestFeasible });
}
