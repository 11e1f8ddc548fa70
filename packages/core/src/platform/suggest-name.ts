/** Letters that may differ for a name to be meant: a third of it, one at least. */
const toleranceOf = (name: string) => Math.max(1, Math.floor(name.length / 3));

/**
 * ' Did you mean elf?' for a mistyped name, to stand behind a sentence; '' where none of the names is near.
 *
 * @param editsMax letters that may differ, a third of the name's unless given
 */
export function suggestName(typed: string, names: readonly string[], editsMax?: number): string {
	const folded = typed.trim().toLowerCase();
	const near = names
		.map((name) => ({ name, distance: countEdits(folded, name.toLowerCase()) }))
		.filter(({ name, distance }) => distance <= (editsMax ?? toleranceOf(name)))
		.sort((left, right) => left.distance - right.distance)[0];
	return near === undefined ? '' : ` Did you mean ${near.name}?`;
}

/** How many letters are added, left out, changed or swapped with their neighbour (optimal string alignment). */
function countEdits(from: string, to: string): number {
	let beforePrevious: number[] = [];
	let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
	for (let row = 1; row <= from.length; row++) {
		const current = [row];
		for (let column = 1; column <= to.length; column++) {
			const isSame = from[row - 1] === to[column - 1];
			const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			current[column] = Math.min(
				previous[column]! + 1,
				current[column - 1]! + 1,
				previous[column - 1]! + (isSame ? 0 : 1),
				isSwapped ? beforePrevious[column - 2]! + 1 : Number.POSITIVE_INFINITY,
			);
		}
		[beforePrevious, previous] = [previous, current];
	}
	return previous[to.length]!;
}
