import type { ForgePath } from '../surface.ts';

/** Fractions of the bust square; the third number is the smoothness there, 1 round (default) to 0 sharp. */
export type Point = readonly [x: number, y: number, smoothness?: number];

/** `head` turns and scales with the head, `face` moves on it as the face turns and nods, `body` stays with the shoulders. */
export type Space = 'head' | 'face' | 'body';

/** A rectangle in the units of whatever it bounds. */
export interface Bounds {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
}

/** A closed outline, ready to be filled, clipped to or stroked. */
export interface Shape {
	readonly path: ForgePath;
	readonly outline: readonly Point[];
	readonly space: Space;
	/** How many loops `outline` holds one after the other. */
	readonly loops: number;
	/** Straight edges from point to point instead of a curve through them. */
	readonly straight: boolean;
	/** The box of the control points; the curve may leave it, see `computeReach`. */
	readonly bounds: Bounds;
}

/** Path coordinates per bust fraction: paths are kept in reference pixels. */
export const unit = 1024;

/** Rounds to 1/64 px so that the last bit of floating-point maths never reaches a pixel. */
export const grid = (fraction: number) => Math.round(fraction * unit * 64) / 64;

/** Adds a closed Catmull-Rom loop (tension 1/6) through the points to a path. */
export function traceLoop(path: ForgePath, points: readonly Point[]): void {
	const count = points.length;
	let before = points[count - 1]!;
	let from = points[0]!;
	let to = points[1 % count]!;
	path.moveTo(grid(from[0]), grid(from[1]));
	for (let i = 0; i < count; i++) {
		const after = points[(i + 2) % count]!;
		const out = (from[2] ?? 1) / 6;
		const into = (to[2] ?? 1) / 6;
		path.bezierCurveTo(
			grid(from[0] + (to[0] - before[0]) * out),
			grid(from[1] + (to[1] - before[1]) * out),
			grid(to[0] - (after[0] - from[0]) * into),
			grid(to[1] - (after[1] - from[1]) * into),
			grid(to[0]),
			grid(to[1]),
		);
		before = from;
		from = to;
		to = after;
	}
	path.closePath();
}

/** A path with the same corners and straight edges, for terminators cut as if with a knife. */
export function traceFacets(path: ForgePath, points: readonly Point[]): void {
	const thinned = points.length > 7 ? points.filter((_, i) => i % 2 === 0) : points;
	thinned.forEach(([x, y], i) => {
		if (i === 0) path.moveTo(grid(x), grid(y));
		else path.lineTo(grid(x), grid(y));
	});
	path.closePath();
}

/** Edges along a ribbon: short and straight ones need few, and every edge is a call into the canvas. */
function ribbonSteps(points: readonly Point[]): number {
	let length = 0;
	for (let i = 1; i < points.length; i++)
		length += Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]);
	const bends = points.length - 2;
	return Math.min(16, Math.max(7, Math.ceil(length * 120), bends > 0 ? 6 + 5 * bends : 0));
}

/** Outline of an open line that swells in the middle; `width` as a fraction, taper 0 even to 1 pointed. */
export function ribbonOutline(points: readonly Point[], width: number, taper: number): Point[] {
	const left: Point[] = [];
	const right: Point[] = [];
	const steps = ribbonSteps(points);
	const last = points.length - 1;
	for (let step = 0; step <= steps; step++) {
		const t = step / steps;
		// A Catmull-Rom curve between `b` and `c`, `u` of the way; both axes at once, since this runs for every line.
		const i = Math.min(last - 1, Math.floor(t * last));
		const u = t * last - i;
		const b = points[i]!;
		const c = points[i + 1]!;
		const a = i > 0 ? points[i - 1]! : b;
		const d = i + 2 <= last ? points[i + 2]! : c;
		const x1 = c[0] - a[0];
		const x2 = 2 * a[0] - 5 * b[0] + 4 * c[0] - d[0];
		const x3 = 3 * b[0] - a[0] - 3 * c[0] + d[0];
		const y1 = c[1] - a[1];
		const y2 = 2 * a[1] - 5 * b[1] + 4 * c[1] - d[1];
		const y3 = 3 * b[1] - a[1] - 3 * c[1] + d[1];
		const x = b[0] + 0.5 * u * (x1 + u * (x2 + u * x3));
		const y = b[1] + 0.5 * u * (y1 + u * (y2 + u * y3));
		const dx = x1 + u * (2 * x2 + 3 * u * x3);
		const dy = y1 + u * (2 * y2 + 3 * u * y3);
		const length = Math.hypot(dx, dy) || 1;
		const half = (width / 2) * (1 - taper + taper * Math.sin(Math.PI * t ** 0.8));
		left.push([x - (dy / length) * half, y + (dx / length) * half]);
		right.push([x + (dy / length) * half, y - (dx / length) * half]);
	}
	return [...left, ...right.reverse()];
}

/** A closed loop of straight edges in reference pixels. */
export function tracePolygon(path: ForgePath, points: readonly Point[]): void {
	for (let i = 0; i < points.length; i++) {
		const point = points[i]!;
		if (i === 0) path.moveTo(grid(point[0]), grid(point[1]));
		else path.lineTo(grid(point[0]), grid(point[1]));
	}
	path.closePath();
}

/** Points of an ellipse's loop, clockwise from the right; `turn` in degrees. */
export function ellipseOutline(x: number, y: number, rx: number, ry: number, turn = 0, count = 8): Point[] {
	const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
	return Array.from({ length: count }, (_, i): Point => {
		const angle = (i / count) * 2 * Math.PI;
		const [ex, ey] = [Math.cos(angle) * rx * 1.02, Math.sin(angle) * ry * 1.02];
		return [x + ex * cos - ey * sin, y + ex * sin + ey * cos];
	});
}

/** Twice the signed area of a loop: above 0 when it runs clockwise on the screen. */
export function computeOrientation(outline: readonly Point[]): number {
	let sum = 0;
	for (let i = 0, k = outline.length - 1; i < outline.length; k = i++)
		sum += outline[k]![0] * outline[i]![1] - outline[i]![0] * outline[k]![1];
	return sum;
}

/** Points along the closed curve through an outline, `perCurve` on each of its curves, in order. */
export function refineOutline(outline: readonly Point[], perCurve: number): readonly Point[] {
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
