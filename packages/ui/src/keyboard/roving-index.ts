/** Where an arrow, Home or End leads in a grid of `count` tiles; null for any other key. Ends are ends: nothing wraps. */
export function getRovingIndex(key: string, index: number, count: number, columns: number): number | null {
	const steps: Readonly<Record<string, number>> = {
		ArrowLeft: -1,
		ArrowRight: 1,
		ArrowUp: -columns,
		ArrowDown: columns,
		Home: -index,
		End: count - 1 - index,
	};
	const step = steps[key];
	if (step === undefined) return null;
	const target = index + step;
	return target < 0 || target >= count ? index : target;
}
