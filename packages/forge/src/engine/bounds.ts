import type { Matrix } from './placement.ts';
import type { Shape } from './shape.ts';

/** A rectangle in the units of whatever it bounds. */
export interface Bounds {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

const knownBounds = new WeakMap<Shape, Bounds>();

/** The box of a shape's control points in its own space; the curve may leave it by `overshoot` of its span. */
export function boundsOf(shape: Shape): Bounds {
	const known = knownBounds.get(shape);
	if (known) return known;
	let [left, right, top, bottom] = [9, -9, 9, -9];
	for (const [x, y] of shape.outline) {
		if (x < left) left = x;
		if (x > right) right = x;
		if (y < top) top = y;
		if (y > bottom) bottom = y;
	}
	const bounds = { left, right, top, bottom };
	knownBounds.set(shape, bounds);
	return bounds;
}

/** Length of the longer side of a shape's box. */
export function spanOf(shape: Shape): number {
	const { left, right, top, bottom } = boundsOf(shape);
	return Math.max(right - left, bottom - top);
}

/** How far a Catmull-Rom loop can leave the box of its control points, as a share of its span: 3/4 of a handle of 1/6. */
const overshoot = 0.125;

/** A box around every pixel of a shape moved by (dx, dy), with `pad` more on all sides; all in fractions. */
export function reachOf(shape: Shape, dx = 0, dy = 0, pad = 0): Bounds {
	const { left, right, top, bottom } = boundsOf(shape);
	const more = spanOf(shape) * overshoot + pad;
	return { left: left + dx - more, right: right + dx + more, top: top + dy - more, bottom: bottom + dy + more };
}

/** Carries a box to the box around it on the other side of a transform. */
export function carried({ left, right, top, bottom }: Bounds, [a, b, c, d, e, f]: Matrix): Bounds {
	const x = [a * left, a * right, c * top, c * bottom] as const;
	const y = [b * left, b * right, d * top, d * bottom] as const;
	return {
		left: Math.min(x[0], x[1]) + Math.min(x[2], x[3]) + e,
		right: Math.max(x[0], x[1]) + Math.max(x[2], x[3]) + e,
		top: Math.min(y[0], y[1]) + Math.min(y[2], y[3]) + f,
		bottom: Math.max(y[0], y[1]) + Math.max(y[2], y[3]) + f,
	};
}
