import type { Compatibility } from './compatibility.ts';
import type { PlanColumn } from './plan-column.ts';

/** How many different rows there are. */
export interface CombinationCount {
	readonly count: bigint;
	/** False where counting was given up: there are at least so many. */
	readonly isExact: boolean;
}

/** Answers about the combinations of trait values that the rules allow. */
export interface Combinations {
	/**
	 * How many differ in their DNA traits; a trait outside the DNA, such as a background, counts as long as one of its values
	 * fits. Exact unless the rules tie so many values to each other that counting takes too long; no fewer than what was found
	 * of the first `enough` are reported then.
	 */
	count(enough: number): CombinationCount;
	/** True when some allowed row, traits outside the DNA included, has this value, or when that takes too long to find out. */
	has(column: number, value: number): boolean;
	/** At least as many as there are unique combinations with this value; exact without rules. */
	boundWith(column: number, value: number): number;
}

/** Values of one column that restrict the later columns in the same way. */
interface ValueGroup {
	readonly members: bigint;
	/** Per column a bit mask of the values that may follow, or null for all. */
	readonly allows: readonly (bigint | null)[];
}

/** States that one answer may look at, and characters that write them down each time: they bound its time to about a second. */
const statesMax = 200_000;
const charactersMax = 30_000_000;

/**
 * Columns fall into components that no rule links, and their numbers multiply. Within a component rows are counted column by
 * column: how many ways there are to go on depends only on the values that are still allowed in the columns to come (the
 * state), so beginnings that leave the same are counted once.
 */
export function countCombinations(columns: readonly PlanColumn[], compatibility: Compatibility): Combinations {
	const table: Table = {
		columns,
		groups: columns.map((column, index) => groupValues(column, compatibility[index]!, index)),
		full: columns.map(({ values }) => (1n << BigInt(values.length)) - 1n),
	};
	const components = findComponents(compatibility);
	const componentOf = new Map(components.flatMap((members) => members.map((column) => [column, members] as const)));
	// Values that go with the same others are possible together or not at all.
	const answers = new Map<string, boolean>();
	const isPossible = (members: readonly number[], masks: readonly bigint[]) =>
		givingUp(() => reaches(0, masks, openSearch<boolean>(table, members)), true);
	const remember = (key: string, answer: () => boolean) => {
		const known = answers.get(key) ?? answer();
		answers.set(key, known);
		return known;
	};
	return {
		count: (enough) =>
			components.reduce<CombinationCount>(
				(product, members) => {
					const factor = countComponent(table, members, enough);
					return { count: product.count * factor.count, isExact: product.isExact && factor.isExact };
				},
				{ count: 1n, isExact: true },
			),
		has: (column, value) => {
			const own = componentOf.get(column)!;
			const partners = compatibility[column]![value]!.map((flags) => flags?.join('') ?? '').join();
			// What the value rules out is ruled out from the start, also in the columns before it.
			const masks = table.full.map((mask, other) => {
				const flags = compatibility[column]![value]![other];
				const open = flags ? toMask(flags) : mask;
				return other === column ? open & (1n << BigInt(value)) : open;
			});
			return (
				remember(`${column}:${partners}`, () => isPossible(own, masks)) &&
				components.every(
					(members) => members === own || remember(`rest:${members[0]}`, () => isPossible(members, table.full)),
				)
			);
		},
		boundWith: (column, value) => {
			const partners = columns.map(({ values, inDna }, other) => {
				if (other === column || !inDna) return 1;
				const flags = compatibility[column]![value]![other];
				return flags ? flags.reduce((sum, flag) => sum + flag, 0) : values.length;
			});
			return partners.reduce((product, count) => product * count, 1);
		},
	};
}

function groupValues({ values }: PlanColumn, partners: Compatibility[number], column: number): ValueGroup[] {
	const groups = new Map<string, { members: bigint; allows: (bigint | null)[] }>();
	values.forEach((_, value) => {
		// A value that does not even go with itself is in no row.
		if (partners[value]![column]?.[value] === 0) return;
		const allows = partners[value]!.map((flags, other) => (other > column && flags ? toMask(flags) : null));
		const key = writeMasks(allows);
		const group = groups.get(key) ?? { members: 0n, allows };
		group.members |= 1n << BigInt(value);
		groups.set(key, group);
	});
	return [...groups.values()];
}

/** Most values restrict nothing, so what there is none of is kept short. */
function writeMasks(masks: readonly (bigint | null)[]): string {
	return masks.map((mask) => mask?.toString(32) ?? '').join();
}

function toMask(flags: Uint8Array): bigint {
	// A text of digits, since setting bit by bit copies the whole number each time.
	return BigInt(`0b0${[...flags].reverse().join('')}`);
}

/** Columns that rules link, directly or by way of others; each in one list, in order. */
function findComponents(compatibility: Compatibility): (readonly number[])[] {
	const roots = compatibility.map((_, column) => column);
	const findRoot = (column: number): number => {
		let root = column;
		while (roots[root] !== root) root = roots[root]!;
		return root;
	};
	compatibility.forEach((values, column) => {
		for (const partners of values) {
			for (const [other, flags] of partners.entries()) if (flags !== null) roots[findRoot(other)] = findRoot(column);
		}
	});
	return [...Map.groupBy(roots.keys(), findRoot).values()];
}

interface Table {
	readonly columns: readonly PlanColumn[];
	readonly groups: readonly (readonly ValueGroup[])[];
	/** Per column the mask of all its values. */
	readonly full: readonly bigint[];
}

interface Search<Known> extends Table {
	readonly members: readonly number[];
	/** Answers by what is still open, since many beginnings leave the same. */
	readonly known: Map<string, Known>;
	/** Characters of all states that were asked for. */
	written: number;
}

const openSearch = <Known>({ columns, groups, full }: Table, members: readonly number[]): Search<Known> => ({
	...{ columns, groups, full },
	members,
	known: new Map(),
	written: 0,
});

/** Thrown inside a search that looks at too many states. */
class TooManyStates extends Error {}

function givingUp<Result>(search: () => Result, otherwise: Result): Result {
	try {
		return search();
	} catch (error) {
		if (error instanceof TooManyStates) return otherwise;
		throw error;
	}
}

function countComponent(table: Table, members: readonly number[], enough: number): CombinationCount {
	const count = givingUp<bigint | null>(() => countFrom(0, table.full, openSearch(table, members)), null);
	if (count !== null) return { count, isExact: true };
	return { count: BigInt(findSome(table, members, enough)), isExact: false };
}

/** Combinations of the members from `depth` on, when each may only take the values of its mask. */
function countFrom(depth: number, masks: readonly bigint[], search: Search<bigint>): bigint {
	const column = search.members[depth];
	if (column === undefined) return 1n;
	return remember(depth, masks, search, () => {
		// What is left lies outside the DNA and adds no combinations: it only has to leave one that fits.
		if (!search.columns[column]!.inDna) return reaches(depth, masks, openSearch(search, search.members)) ? 1n : 0n;
		let sum = 0n;
		for (const group of search.groups[column]!) {
			const members = bitCount(group.members & masks[column]!);
			const next = members === 0 ? masks : narrowMasks(masks, group);
			if (members > 0 && !isDeadEnd(depth, next, search)) sum += BigInt(members) * countFrom(depth + 1, next, search);
		}
		return sum;
	});
}

function reaches(depth: number, masks: readonly bigint[], search: Search<boolean>): boolean {
	const column = search.members[depth];
	if (column === undefined) return true;
	return remember(depth, masks, search, () =>
		search.groups[column]!.some((group) => {
			if ((group.members & masks[column]!) === 0n) return false;
			const next = narrowMasks(masks, group);
			return !isDeadEnd(depth, next, search) && reaches(depth + 1, next, search);
		}),
	);
}

/** Whether one of the members behind `depth` has no value left. */
function isDeadEnd(
	depth: number,
	masks: readonly bigint[],
	{ members }: { readonly members: readonly number[] },
): boolean {
	for (let later = depth + 1; later < members.length; later++) if (masks[members[later]!] === 0n) return true;
	return false;
}

function remember<Known>(depth: number, masks: readonly bigint[], search: Search<Known>, answer: () => Known): Known {
	const { members, known } = search;
	const open = members.slice(depth).map((column) => masks[column]!);
	const key = `${depth}:${writeMasks(open)}`;
	search.written += key.length;
	const before = known.get(key);
	if (before !== undefined) return before;
	if (known.size > statesMax || search.written > charactersMax) throw new TooManyStates();
	const found = answer();
	known.set(key, found);
	return found;
}

/** Finds combinations one after the other, depth first, and returns how many there were of `enough` before it gave up. */
function findSome({ columns, groups, full }: Table, members: readonly number[], enough: number): number {
	let [found, looked] = [0, 0];
	const extend = (depth: number, masks: readonly bigint[]): void => {
		const column = members[depth];
		if (column === undefined || !columns[column]!.inDna) {
			const search = openSearch<boolean>({ columns, groups, full }, members);
			if (givingUp(() => reaches(depth, masks, search), false)) found++;
			return;
		}
		for (const group of groups[column]!) {
			const open = group.members & masks[column]!;
			const next = narrowMasks(masks, group);
			const isOpen = open !== 0n && !isDeadEnd(depth, next, { members });
			for (let left = isOpen ? bitCount(open) : 0; left > 0 && found < enough && looked < statesMax; left--) {
				looked++;
				extend(depth + 1, next);
			}
		}
	};
	extend(0, full);
	return found;
}

function narrowMasks(masks: readonly bigint[], { allows }: ValueGroup): readonly bigint[] {
	if (allows.every((allowed) => allowed === null)) return masks;
	return masks.map((mask, column) => (allows[column] == null ? mask : mask & allows[column]));
}

function bitCount(mask: bigint): number {
	let count = 0;
	// Digit by digit of a short text: large numbers are copied by every operation on them.
	for (const digit of mask.toString(16)) count += bitsOfDigit[Number.parseInt(digit, 16)]!;
	return count;
}

const bitsOfDigit = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
