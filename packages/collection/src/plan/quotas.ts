import { apportion } from './apportion.ts';
import { describeValue, type PlanColumn, unpinned } from './columns.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { createStream } from './prng.ts';
import type { CompiledRules } from './rules.ts';

/** In how many rows the values of one column stand; all lists run over its values. Rows with a pinned value do not count. */
export interface ColumnQuotas {
	/** What the rows are filled with: the ideal, or less of a value that has fewer unique combinations than that. */
	readonly targets: readonly number[];
	/** What counts and weights alone ask for. */
	readonly ideals: readonly number[];
	/** What has to remain when a target gives way. */
	readonly minimums: readonly number[];
}

/**
 * Each column's quotas, which add up to its rows: counts as they are, and the rest by weight. Throws PlanImpossibleError
 * when a single count asks for more unique images than there are.
 */
export function computeQuotas(
	columns: readonly PlanColumn[],
	rules: CompiledRules,
	{ size, seed }: { readonly size: number; readonly seed: string },
): ColumnQuotas[] {
	const isRoomy = BigInt(size) <= rules.capacity;
	if (isRoomy) checkCounts(columns, rules);
	return columns.map(({ trait, values, weights, counts, isChosen, pins }, column) => {
		const rows = pins?.reduce((sum, pin) => sum + (pin === unpinned ? 1 : 0), 0) ?? size;
		const total = rows - counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
		const minimum = isChosen && total >= counts.filter((count) => count === null).length ? 1 : 0;
		const minimums = counts.map((count) => (count === null ? minimum : 0));
		const share = (maximums: readonly number[]) => {
			const shares = apportion({ total, weights, minimums, maximums }, createStream(seed, `quotas of ${trait}`));
			return shares.map((quota, value) => counts[value] ?? quota);
		};
		const ideals = share(values.map(() => size));
		// A value cannot be on more unique images than there are combinations with it.
		const targets = isRoomy ? share(values.map((_, value) => rules.combinations.boundWith(column, value))) : ideals;
		return { targets, ideals, minimums };
	});
}

function checkCounts(columns: readonly PlanColumn[], { combinations }: CompiledRules): void {
	for (const [column, { trait, values, counts, inDna }] of columns.entries()) {
		const value = counts.findIndex((count, index) => inDna && (count ?? 0) > combinations.boundWith(column, index));
		if (value === -1) continue;
		const binding = `${describeValue(trait, values[value]!)}: ${counts[value]}`;
		const unique = combinations.boundWith(column, value);
		const reason = `The count '${binding}' is more than the ${unique} unique combinations with it.`;
		const largestFeasible = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
		throw new PlanImpossibleError(reason, { binding, largestFeasible });
	}
}
