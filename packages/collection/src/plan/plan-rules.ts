import type { PlannedTrait, PlanRule } from '@adx/validators/generation';
import { describeValue, type PlanColumn } from './plan-columns.ts';

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
