import type { Matrix } from './placement.ts';
import { type Bounds, type Point, refineOutline, type Shape } from './shape.ts';

/** The box around points. */
export function computeBounds(points: readonly Point[]): Bounds {
	let [left, right, top, bottom] = [9, -9, 9, -9];
	for (const point of points) {
		// By index: taking a point apart as an iterable costs three times as much, and this runs on every point.
		const x = point[0];
		const y = point[1];
		if (x < left) left = x;
		if (x > right) right = x;
		if (y < top) top = y;
		if (y > bottom) bottom = y;
	}
	return { left, right, top, bottom };
}

/** Length of the longer side of a shape's box. */
export function computeSpan(shape: Pick<Shape, 'bounds'>): number {
	const { left, right, top, bottom } = shape.bounds;
	return Math.max(right - left, bottom - top);
}

/** How far a Catmull-Rom loop can leave the box of its control points, as a share of its span: 3/4 of a handle of 1/6. */
const overshoot = 0.125;

/** A box around every pixel of a shape moved by (dx, dy), with `pad` more on all sides; all in fractions. */
export function computeReach(shape: Pick<Shape, 'bounds'>, dx = 0, dy = 0, pad = 0): Bounds {
	const { left, right, top, bottom } = shape.bounds;
	const more = computeSpan(shape) * overshoot + pad;
	return { left: left + dx - more, right: right + dx + more, top: top + dy - more, bottom: bottom + dy + more };
}

/** Carries a box to the box around it on the other side of a transform. */
export function transformPoint({ left, right, top, bottom }: Bounds, m: Matrix): Bounds {
	// By index, as above.
	const a = m[0];
	const b = m[1];
	const c = m[2];
	const d = m[3];
	return {
		left: Math.min(a * left, a * right) + Math.min(c * top, c * bottom) + m[4],
		right: Math.max(a * left, a * right) + Math.max(c * top, c * bottom) + m[4],
		top: Math.min(b * left, b * right) + Math.min(d * top, d * bottom) + m[5],
		bottom: Math.max(b * left, b * right) + Math.max(d * top, d * bottom) + m[5],
	};
}

/** Whether all control points of a shape lie inside those of another one of a single loop. */
export function isInside(shape: Shape, { outline, loops }: Shape): boolean {
	return loops === 1 && shape.outline.every((point) => containsPoint(outline, point[0], point[1]));
}

/** A receiver's curve may run inside its control points' polygon by about this much where it is hollow. */
const hollow = 0.01;

/** So many points on each curve follow it closer than a line is wide. */
const curveSteps = 4;

// A receiver is asked about for every mark on it.
const edges = new WeakMap<Omit<Shape, 'path'>, readonly Point[]>();

function toEdge(shape: Omit<Shape, 'path'>): readonly Point[] {
	if (shape.straight) return shape.outline;
	const known = edges.get(shape);
	if (known) return known;
	const edge = refineOutline(shape.outline, curveSteps);
	edges.set(shape, edge);
	return edge;
}

/**
 * Whether a shape, moved by (dx, dy), lies so far inside another one of a single loop that a clip to that one would change
 * nothing. The move carries it into the other one's space, in fractions.
 */
export function isWellInside(shape: Omit<Shape, 'path'>, receiver: Shape, dx = 0, dy = 0): boolean {
	if (receiver.loops !== 1) return false;
	const { outline } = receiver;
	const { left, right, top, bottom } = computeReach(shape, dx, dy, hollow);
	const isBoxIn =
		containsPoint(outline, left, top) &&
		containsPoint(outline, right, top) &&
		containsPoint(outline, left, bottom) &&
		containsPoint(outline, right, bottom);
	return (
		isBoxIn ||
		(shape.loops === 1 && toEdge(shape).every((point) => containsPoint(toEdge(receiver), point[0] + dx, point[1] + dy)))
	);
}

/** Whether a point lies inside a polygon, by the even-odd rule. */
export function containsPoint(polygon: readonly Point[], x: number, y: number): boolean {
	let inside = false;
	for (let i = 0, k = polygon.length - 1; i < polygon.length; k = i++) {
		const a = polygon[i]!;
		const b = polygon[k]!;
		if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
	}
	return inside;
}

/** The convex loop around points. */
export function findHull(points: readonly Point[]): Point[] {
	const ordered = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	const chain = (along: readonly Point[]): Point[] => {
		const kept: Point[] = [];
		for (const [x, y] of along) {
			while (kept.length > 1) {
				const [[ax, ay], [bx, by]] = kept.slice(-2) as [Point, Point];
				if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) break;
				kept.pop();
			}
			kept.push([x, y, 0]);
		}
		return kept.slice(0, -1);
	};
	return [...chain(ordered), ...chain(ordered.reverse())];
}
