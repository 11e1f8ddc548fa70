import type { ForgePath, ForgeSurface } from '../../surface.ts';
import { computeSpan, containsPoint } from '../bounds.ts';
import { computeOrientation, grid, refineOutline, type Shape } from '../shape.ts';

/** Forms shorter than this have no room for strokes. */
const featherSpan = 0.12;
/** Towards the light, where that comes from the left. */
const light = { x: -0.75, y: -0.66 };
/** Between two strokes, along the edge. */
const gap = 0.014;

/**
 * Short strokes, broad at their foot and pointed towards the light, along a form's edges that face away from it; null where
 * it has none. `towardLight` is -1 for light from the left, 1 from the right; `inward` moves the strokes towards the light,
 * in fractions.
 */
export function featherPath(
	surface: ForgeSurface,
	shape: Shape,
	towardLight: number,
	inward: readonly [x: number, y: number],
): ForgePath | null {
	const span = computeSpan(shape);
	if (shape.loops !== 1 || span < featherSpan) return null;
	const { left, right, top, bottom } = shape.bounds;
	const longest = Math.min(0.056, 0.3 * Math.min(right - left, bottom - top));
	const [lx, ly] = [light.x * -towardLight, light.y];
	const fine = refineOutline(shape.outline, shape.straight ? 1 : 2);
	const side = computeOrientation(shape.outline) > 0 ? 1 : -1;
	const path = new surface.Path2D();
	let [due, count] = [0, 0];
	for (let i = 0; i < fine.length; i++) {
		const [from, to] = [fine[i]!, fine[(i + 1) % fine.length]!];
		const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
		const length = Math.hypot(dx, dy);
		if (length === 0) continue;
		// How far the outward normal faces away from the light.
		const away = -(((dy / length) * lx - (dx / length) * ly) * side);
		for (; due < length; due += gap) {
			if (away < 0.25) continue;
			const t = due / length;
			const [x, y] = [from[0] + dx * t + inward[0], from[1] + dy * t + inward[1]];
			const reach = longest * away * (0.55 + 0.45 * ((count * 0.618) % 1));
			const tip = [x + lx * reach, y + ly * reach] as const;
			if (!containsPoint(fine, ...tip)) continue;
			const [hx, hy] = [(dx / length) * 0.0034, (dy / length) * 0.0034];
			path.moveTo(grid(x - hx), grid(y - hy));
			path.lineTo(grid(tip[0]), grid(tip[1]));
			path.lineTo(grid(x + hx), grid(y + hy));
			path.closePath();
			count++;
		}
		due -= length;
	}
	return count > 0 ? path : null;
}
