import type { Point } from './shape.ts';

/** Twice the signed area of a loop: above 0 when it runs clockwise on the screen. */
export function turnOf(outline: readonly Point[]): number {
	let sum = 0;
	for (let i = 0, k = outline.length - 1; i < outline.length; k = i++)
		sum += outline[k]![0] * outline[i]![1] - outline[i]![0] * outline[k]![1];
	return sum;
}

/** Points along the closed curve through an outline, `perCurve` on each of its curves, in order. */
export function refined(outline: readonly Point[], perCurve: number): readonly Point[] {
	const count = outline.length;
	const fine: Point[] = [];
	for (let i = 0; i < count; i++) {
		const [before, from] = [outline[(i + count - 1) % count]!, outline[i]!];
		const [to, after] = [outline[(i + 1) % count]!, outline[(i + 2) % count]!];
		const [out, into] = [(from[2] ?? 1) / 6, (to[2] ?? 1) / 6];
		const [c1x, c1y] = [from[0] + (to[0] - before[0]) * out, from[1] + (to[1] - before[1]) * out];
		const [c2x, c2y] = [to[0] - (after[0] - from[0]) * into, to[1] - (after[1] - from[1]) * into];
		fine.push(from);
		for (let step = 1; step < perCurve; step++) {
			const u = step / perCurve;
			const v = 1 - u;
			const [a, b, c, d] = [v * v * v, 3 * v * v * u, 3 * v * u * u, u * u * u];
			fine.push([a * from[0] + b * c1x + c * c2x + d * to[0], a * from[1] + b * c1y + c * c2y + d * to[1]]);
		}
	}
	return fine;
}
