import { type ColumnPair, type ColumnRule, describeValue, type PlanColumn } from './plan-column.ts';

/**
 * Which values may stand in the same row: `compatibility[a][x][b]` is null when value x of column a goes with every value
 * of column b, else it has one flag per value of b, 1 or 0. Symmetric. A value that does not go with itself is in no row.
 */
export type Compatibility = readonly (readonly (readonly (Uint8Array | null)[])[])[];

/** "Race Elf never together with Class Fighter": the words of the form in which rules are made. */
export function describeRule({ kind, left, right }: ColumnRule, columns: readonly PlanColumn[]): string {
	const describe = ({ trait, value }: ColumnPair) =>
		describeValue(columns.find((column) => column.trait === trait)!, value);
	const relation = kind === 'never' ? 'never together with' : 'only together with';
	return `${describe(left)} ${relation} ${describe(right)}`;
}

/** True when a row with these trait values breaks the rule. */
export function breaksRule({ kind, left, right }: ColumnRule, getValue: (trait: string) => string): boolean {
	if (getValue(left.trait) !== left.value) return false;
	return (getValue(right.trait) === right.value) === (kind === 'never');
}

/** What the rules say, pair by pair. Values that the columns lack are compatible with nothing and forbid nothing. */
export function toCompatibility(columns: readonly PlanColumn[], rules: readonly ColumnRule[]): Compatibility {
	const { compatibility, forbid } = createTable(columns.map(({ values }) => values.map(() => columns.map(() => null))));
	for (const rule of rules) {
		const [a, b] = [rule.left, rule.right].map(({ trait }) => columns.findIndex((column) => column.trait === trait));
		const x = columns[a!]!.values.indexOf(rule.left.value);
		if (x === -1) continue;
		const partners = columns[b!]!.values;
		// Within one trait a value goes only with itself.
		const candidates = a === b ? [rule.left.value] : partners;
		for (const candidate of candidates) {
			if ((candidate === rule.right.value) !== (rule.kind === 'never')) continue;
			forbid(a!, x, b!, partners.indexOf(candidate));
		}
	}
	return compatibility;
}

/** With rules about more values than this, what follows from them is left to be found row by row. */
const propagatedMax = 1_200;

/**
 * The same with what follows from it: two values are incompatible too when some third column has no value that goes with
 * both (from 'A together with B' and 'B together with C' follows 'A together with C'). Which rows are possible stays the
 * same, but a row that is filled column by column meets fewer dead ends.
 */
export function propagate(given: Compatibility): Compatibility {
	const { compatibility, forbid } = createTable(
		given.map((values) => values.map((columns) => columns.map((flags) => flags?.slice() ?? null))),
	);
	// Only values that some rule is about can lead anywhere.
	const ruled = given.map((values) => values.flatMap((columns, x) => (columns.some((flags) => flags) ? [x] : [])));
	const count = ruled.reduce((sum, values) => sum + values.length, 0);
	let hasChanged = count <= propagatedMax;
	while (hasChanged) {
		hasChanged = false;
		for (const [a, b, x, y] of listPairs(ruled)) {
			const [left, right] = [compatibility[a]![x]!, compatibility[b]![y]!];
			if (left[b]?.[y] === 0 || !isDeadEnd(left, right)) continue;
			forbid(a, x, b, y);
			hasChanged = true;
		}
	}
	return compatibility;
}

function createTable(compatibility: (Uint8Array | null)[][][]) {
	const clear = (a: number, x: number, b: number, y: number) => {
		compatibility[a]![x]![b] ??= new Uint8Array(compatibility[b]!.length).fill(1);
		compatibility[a]![x]![b][y] = 0;
	};
	const forbid = (a: number, x: number, b: number, y: number) => {
		clear(a, x, b, y);
		clear(b, y, a, x);
	};
	return { compatibility, forbid };
}

/** Every pair of values of two columns, once. */
function* listPairs(values: readonly (readonly number[])[]): Generator<readonly [number, number, number, number]> {
	for (let a = 0; a < values.length; a++) {
		for (let b = a + 1; b < values.length; b++) {
			for (const x of values[a]!) for (const y of values[b]!) yield [a, b, x, y];
		}
	}
}

function isDeadEnd(left: Compatibility[number][number], right: Compatibility[number][number]): boolean {
	return left.some((flags, column) => {
		const others = right[column];
		return flags != null && others != null && flags.every((flag, value) => flag === 0 || others[value] === 0);
	});
}
