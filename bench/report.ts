/** One line of a benchmark's table; `target` is the most (or least) the figure may be. */
export interface Figure {
	readonly name: string;
	readonly value: number;
	readonly unit: string;
	readonly target?: { readonly atMost?: number; readonly atLeast?: number };
}

/** Prints the figures and returns whether every target was reached. */
export function report(figures: readonly Figure[]): boolean {
	const rows = figures.map(({ name, value, unit, target }) => {
		const reached = value <= (target?.atMost ?? Infinity) && value >= (target?.atLeast ?? -Infinity);
		const wanted = target?.atMost !== undefined ? `<= ${target.atMost}` : target ? `>= ${target.atLeast}` : '';
		return { figure: name, value: `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`, target: wanted, reached };
	});
	console.table(
		rows.map(({ reached, ...row }) => ({ ...row, verdict: row.target === '' ? '' : reached ? 'ok' : 'MISSED' })),
	);
	return rows.every((row) => row.reached);
}
