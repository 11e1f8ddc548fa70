import { provisionalBelow } from '@adx/validators/limits';
import { describeValue, type PlanColumn, unpinned } from './plan-column.ts';
import { PlanImpossibleError } from './plan-error.ts';
import { createRandomStream, type RandomStream } from './prng.ts';
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
			const shares = apportion({ total, weights, minimums, maximums }, createRandomStream(seed, `quotas of ${trait}`));
			return shares.map((quota, value) => counts[value] ?? quota);
		};
		const ideals = share(values.map(() => size));
		// A value cannot be on more unique images than there are combinations with it.
		const targets = isRoomy ? share(values.map((_, value) => rules.combinations.boundWith(column, value))) : ideals;
		return { targets, ideals, minimums };
	});
}

function checkCounts(columns: readonly PlanColumn[], { combinations }: CompiledRules): void {
	for (const [column, planned] of columns.entries()) {
		const { values, counts, inDna } = planned;
		const value = counts.findIndex((count, index) => inDna && (count ?? 0) > combinations.boundWith(column, index));
		if (value === -1) continue;
		const binding = `${describeValue(planned, values[value]!)}: ${counts[value]}`;
		const unique = combinations.boundWith(column, value);
		const reason = `The count '${binding}' is more than the ${unique} unique combinations with it.`;
		const largestFeasible = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
		throw new PlanImpossibleError(reason, { binding, largestFeasible });
	}
}

/** Seats to give to the values of one trait; all lists run over the values. */
export interface Apportionment {
	readonly total: number;
	/** Relative, at least one of them positive. */
	readonly weights: readonly number[];
	readonly minimums: readonly number[];
	/** Upper bounds; ignored when together they leave no room for `total`. */
	readonly maximums: readonly number[];
}

/**
 * Whole numbers that add up to `total`, each its value's exact share rounded down or up. From a total of 100 on, the seats
 * that rounding down leaves over go to the largest remainders (Hamilton's method), ties by seed. With fewer, largest
 * remainders would give every single image the commonest value of everything, so there the seats are drawn by seed in
 * proportion to the remainders (systematic sampling).
 */
export function apportion(request: Apportionment, stream: RandomStream): number[] {
	const shares = computeExactShares(request);
	const quotas = shares.map((share) => Math.floor(share + 1e-9));
	const remainders = shares.map((share, value) => Math.max(0, share - quotas[value]!));
	const seats = request.total - quotas.reduce((sum, quota) => sum + quota, 0);
	const order = stream.shuffle(shares.map((_, value) => value));
	const winners =
		request.total < provisionalBelow
			? drawSeats(order, remainders, seats, stream)
			: order.sort((left, right) => rounded(remainders[right]!) - rounded(remainders[left]!)).slice(0, seats);
	for (const value of winners) quotas[value]!++;
	return quotas;
}

/** Equal weights must tie although their shares may differ in the last digit. */
function rounded(remainder: number): number {
	return Math.round(remainder * 1e9);
}

function drawSeats(
	order: readonly number[],
	remainders: readonly number[],
	seats: number,
	stream: RandomStream,
): number[] {
	const offset = stream.float();
	const candidates = order.filter((value) => remainders[value]! > 1e-9);
	const winners: number[] = [];
	let reached = 0;
	candidates.forEach((value, place) => {
		const isLast = place === candidates.length - 1;
		reached = isLast ? seats : reached + remainders[value]!;
		if (winners.length + offset < reached && winners.length < seats) winners.push(value);
	});
	return winners;
}

/** Proportional shares within the bounds: a share that breaks a bound is fixed there and the rest is distributed again. */
function computeExactShares({ total, weights, minimums, maximums }: Apportionment): number[] {
	const room = maximums.reduce((sum, maximum, value) => sum + (weights[value]! > 0 ? maximum : 0), 0);
	const upper = room >= total ? maximums : weights.map(() => total);
	const shares = weights.map(() => 0);
	let open = weights.flatMap((weight, value) => (weight > 0 ? [value] : []));
	let rest = total;
	while (open.length > 0) {
		const openWeight = open.reduce((sum, value) => sum + weights[value]!, 0);
		let [lacking, exceeding] = [0, 0];
		for (const value of open) {
			shares[value] = (rest * weights[value]!) / openWeight;
			lacking += Math.max(0, minimums[value]! - shares[value]!);
			exceeding += Math.max(0, shares[value]! - upper[value]!);
		}
		if (lacking === 0 && exceeding === 0) break;
		const isLack = lacking >= exceeding;
		const broken = open.filter((value) =>
			isLack ? shares[value]! < minimums[value]! : shares[value]! > upper[value]!,
		);
		for (const value of broken) {
			shares[value] = isLack ? minimums[value]! : upper[value]!;
			rest -= shares[value]!;
		}
		open = open.filter((value) => !broken.includes(value));
	}
	return shares;
}
