import type { Lch } from '../engine/color.ts';
import { type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Breadth of a finger's stroke where it is pressed on; a narrower one would be lost in large pixels. */
const breadth = { fine: 0.021, pixels: 0.026 } as const;

/** How broad a stroke is on its way, as shares: a fingertip is set down, drawn along the cheek and lifted. */
const pressed = [
	[0, 0.62],
	[0.06, 0.9],
	[0.2, 1],
	[0.42, 0.84],
	[0.66, 0.56],
	[0.86, 0.28],
	[1, 0.04],
] as const;

/** The outline of one stroke along a line of a few points. */
function outlineStroke(line: readonly Point[], width: number): readonly Point[] {
	// Refined as a closed loop, so the way back is left out.
	const way = refineOutline(line, 8).slice(0, (line.length - 1) * 8 + 1);
	const sides = pressed.map(([t, share]) => {
		const i = t * (way.length - 1);
		const [from, to] = [way[Math.floor(i)]!, way[Math.ceil(i)]!];
		const [x, y] = [from[0] + (to[0] - from[0]) * (i % 1), from[1] + (to[1] - from[1]) * (i % 1)];
		const [before, after] = [way[Math.max(0, Math.floor(i) - 2)]!, way[Math.min(way.length - 1, Math.ceil(i) + 2)]!];
		const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
		const half = (width * share) / 2 / (Math.hypot(dx, dy) || 1);
		return [
			[x - dy * half, y + dx * half],
			[x + dy * half, y - dx * half],
		] as const;
	});
	return [...sides.map(([left]): Point => left), ...sides.map(([, right]): Point => right).reverse()];
}

/** Red; where it would be lost, soot on reddish skins and chalk on dark ones. */
function choosePaint([L, C, h]: Lch): Lch {
	if (L < 0.47) return [0.9, 0.035, 90];
	const isRed = C > 0.07 && Math.abs(((h - 28 + 540) % 360) - 180) < 42;
	return isRed ? [0.27, 0.04, 40] : [0.46, 0.16, 27];
}

/** War paint put on with the fingers: each line runs from where a finger is set down to where it is lifted. */
export function paintStrokes(s: Studio, lines: readonly (readonly Point[])[], skin: Lch, head: Shape): void {
	const width = s.style.pixels ? breadth.pixels : breadth.fine;
	s.head.pattern(
		'markings',
		head,
		lines.map((line) => s.head.shape(outlineStroke(line, width))),
		s.colors.tone(choosePaint(skin)),
		0.9,
	);
}
