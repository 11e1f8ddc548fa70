/** The upper one of the two middle values where their number is even. */
export function median(values: readonly number[]): number {
	return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
}
