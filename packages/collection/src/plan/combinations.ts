import type { PlanColumn } from './columns.ts';
import type { Compatibility } from './compatibility.ts';

/** Answers about the combinations of trait values that the rules allow. */
export interface Combinations {
	/** How many differ in their DNA traits, exactly; a background counts as long as one of them fits. */
	count(): bigint;
	/** True when some allowed row, background included, has this value. */
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

export function countCombinations(columns: readonly PlanColumn[], compatibility: Compatibility): Combinations {
	const groups = columns.map((column, index) => groupValues(column, compatibility[index]!, index));
	const full = columns.map(({ values }) => (1n << BigInt(values.length)) - 1n);
	return {
		count: () => countFrom(0, full, { columns, groups, known: new Map() }),
		has: (column, value) => reaches(0, full.with(column, 1n << BigInt(value)), { columns, groups, known: new Map() }),
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
		const key = allows.join();
		const group = groups.get(key) ?? { members: 0n, allows };
		group.members |= 1n << BigInt(value);
		groups.set(key, group);
	});
	return [...groups.values()];
}

function toMask(flags: Uint8Array): bigint {
	return flags.reduce((mask, flag, value) => (flag ? mask | (1n << BigInt(value)) : mask), 0n);
}

interface Search<Known> {
	readonly columns: readonly PlanColumn[];
	readonly groups: readonly (readonly ValueGroup[])[];
	/** Answers by what is still open, since many beginnings leave the same. */
	readonly known: Map<string, Known>;
}

/** Combinations of the columns from `depth` on, when each may only take the values of its mask. */
function countFrom(depth: number, masks: readonly bigint[], search: Search<bigint>): bigint {
	if (depth === search.columns.length) return 1n;
	const key = `${depth}:${masks.slice(depth).join()}`;
	const known = search.known.get(key);
	if (known !== undefined) return known;
	let sum = 0n;
	if (!search.columns[depth]!.inDna) {
		// Backgrounds come last and add no combinations, they only have to leave one that fits.
		sum = masks[depth] === 0n ? 0n : 1n;
	} else {
		for (const group of search.groups[depth]!) {
			const members = bitCount(group.members & masks[depth]!);
			if (members > 0) sum += BigInt(members) * countFrom(depth + 1, narrowMasks(masks, group), search);
		}
	}
	search.known.set(key, sum);
	return sum;
}

function reaches(depth: number, masks: readonly bigint[], search: Search<boolean>): boolean {
	if (depth === search.columns.length) return true;
	const key = `${depth}:${masks.slice(depth).join()}`;
	const known = search.known.get(key);
	if (known !== undefined) return known;
	const found = search.groups[depth]!.some(
		(group) => (group.members & masks[depth]!) !== 0n && reaches(depth + 1, narrowMasks(masks, group), search),
	);
	search.known.set(key, found);
	return found;
}

function narrowMasks(masks: readonly bigint[], { allows }: ValueGroup): bigint[] {
	return masks.map((mask, column) => (allows[column] == null ? mask : mask & allows[column]));
}

function bitCount(mask: bigint): number {
	let count = 0;
	for (let rest = mask; rest !== 0n; rest &= rest - 1n) count++;
	return count;
}
