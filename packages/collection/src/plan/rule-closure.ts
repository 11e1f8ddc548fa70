import type { Meetings } from './plan-rules.ts';

/**
 * The meetings with what follows from them: two values do not meet either when some third column has no value that meets
 * both (from 'A together with B' and 'B together with C' follows 'A together with C'). Rows are then steered clear of
 * dead ends before they are in one. The combinations stay the same.
 */
export function closeRules(meets: Meetings): Meetings {
	const sizes = meets.map((values) => values.length);
	const closed = meets.map((values) => values.map((columns) => columns.map((flags) => flags?.slice() ?? null)));
	const forbid = (a: number, x: number, b: number, y: number) => {
		closed[a]![x]![b] ??= new Uint8Array(sizes[b]!).fill(1);
		closed[a]![x]![b][y] = 0;
	};
	let hasChanged = true;
	while (hasChanged) {
		hasChanged = false;
		for (const [a, b, x, y] of listPairs(sizes)) {
			if (closed[a]![x]![b]?.[y] === 0 || !isDeadEnd(closed[a]![x]!, closed[b]![y]!)) continue;
			forbid(a, x, b, y);
			forbid(b, y, a, x);
			hasChanged = true;
		}
	}
	return closed;
}

/** Every pair of values of two columns, once. */
function* listPairs(sizes: readonly number[]): Generator<readonly [number, number, number, number]> {
	for (let a = 0; a < sizes.length; a++) {
		for (let b = a + 1; b < sizes.length; b++) {
			for (let x = 0; x < sizes[a]!; x++) for (let y = 0; y < sizes[b]!; y++) yield [a, b, x, y];
		}
	}
}

function isDeadEnd(left: Meetings[number][number], right: Meetings[number][number]): boolean {
	return left.some((flags, column) => {
		const others = right[column];
		return flags != null && others != null && flags.every((flag, value) => flag === 0 || others[value] === 0);
	});
}
