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

/** Coordinates of the line that `ribbonOutline` reads, and of the ribbon's right side: of one kind whatever made the points. */
let [lineX, lineY, rightX, rightY] = [
	new Float64Array(64),
	new Float64Array(64),
	new Float64Array(17),
	new Float64Array(17),
];

function readLine(points: readonly Point[]): void {
	if (points.length > lineX.length)
		[lineX, lineY] = [new Float64Array(points.length * 2), new Float64Array(points.length * 2)];
	let count = 0;
	for (const point of points) {
		lineX[count] = point[0];
		lineY[count++] = point[1];
	}
}

/** Edges along the ribbon of the line read last: short and straight ones need few, and every edge is a call into the canvas. */
function ribbonSteps(count: number): number {
	let length = 0;
	for (let i = 1; i < count; i++) {
		const dx = lineX[i]! - lineX[i - 1]!;
		const dy = lineY[i]! - lineY[i - 1]!;
		length += Math.sqrt(dx * dx + dy * dy);
	}
	const bends = count - 2;
	return Math.min(16, Math.max(7, Math.ceil(length * 120), bends > 0 ? 6 + 5 * bends : 0));
}

/** How far a ribbon has swollen at each of its steps, 0 to 1, by the number of steps. */
const swells = Array.from({ length: 17 }, (_, steps) =>
	Float64Array.from({ length: steps + 1 }, (_, step) => Math.sin(Math.PI * (step / steps) ** 0.8)),
);

/** Outline of an open line that swells in the middle; `width` as a fraction, taper 0 even to 1 pointed. */
export function ribbonOutline(points: readonly Point[], width: number, taper: number): Point[] {
	// Taken from arrays of many kinds in the loop itself, V8 would compile it again and again and never keep the result.
	readLine(points);
	const steps = ribbonSteps(points.length);
	const swell = swells[steps]!;
	const last = points.length - 1;
	const outline: Point[] = [];
	for (let step = 0; step <= steps; step++) {
		const t = step / steps;
		// A Catmull-Rom curve between `from` and the point after it, `u` of the way; both axes at once, since this runs for every line.
		const from = Math.min(last - 1, Math.floor(t * last));
		const u = t * last - from;
		const before = from > 0 ? from - 1 : from;
		const after = from + 2 <= last ? from + 2 : from + 1;
		const bx = lineX[from]!;
		const by = lineY[from]!;
		const x1 = lineX[from + 1]! - lineX[before]!;
		const x2 = 2 * lineX[before]! - 5 * bx + 4 * lineX[from + 1]! - lineX[after]!;
		const x3 = 3 * bx - lineX[before]! - 3 * lineX[from + 1]! + lineX[after]!;
		const y1 = lineY[from + 1]! - lineY[before]!;
		const y2 = 2 * lineY[before]! - 5 * by + 4 * lineY[from + 1]! - lineY[after]!;
		const y3 = 3 * by - lineY[before]! - 3 * lineY[from + 1]! + lineY[after]!;
		const x = bx + 0.5 * u * (x1 + u * (x2 + u * x3));
		const y = by + 0.5 * u * (y1 + u * (y2 + u * y3));
		const slopeX = x1 + u * (2 * x2 + 3 * u * x3);
		const slopeY = y1 + u * (2 * y2 + 3 * u * y3);
		const length = Math.sqrt(slopeX * slopeX + slopeY * slopeY) || 1;
		const half = (width / 2) * (1 - taper + taper * swell[step]!);
		outline.push([x - (slopeY / length) * half, y + (slopeX / length) * half]);
		rightX[step] = x + (slopeY / length) * half;
		rightY[step] = y - (slopeX / length) * half;
	}
	for (let step = steps; step >= 0; step--) outline.push([rightX[step]!, rightY[step]!]);
	return outline;
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

/** A leaf from its root along `(dx, dy)` to its tip; `breadth` is half its width, as a share of its length. */
export const leafOutline = (
	[x, y]: readonly [number, number],
	[dx, dy]: readonly [number, number],
	breadth: number,
): readonly Point[] => [
	[x, y, 0.2],
	[x + dx * 0.5 - dy * breadth, y + dy * 0.5 + dx * breadth],
	[x + dx, y + dy, 0.1],
	[x + dx * 0.5 + dy * breadth, y + dy * 0.5 - dx * breadth],
];

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
	// One by one: taking several from a new array costs this loop twice its time.
	let before = outline[count - 1]!;
	let from = outline[0]!;
	let to = outline[1 % count]!;
	for (let i = 0; i < count; i++) {
		const after = outline[(i + 2) % count]!;
		const out = (from[2] ?? 1) / 6;
		const into = (to[2] ?? 1) / 6;
		const c1x = from[0] + (to[0] - before[0]) * out;
		const c1y = from[1] + (to[1] - before[1]) * out;
		const c2x = to[0] - (after[0] - from[0]) * into;
		const c2y = to[1] - (after[1] - from[1]) * into;
		fine.push(from);
		for (let step = 1; step < perCurve; step++) {
			const u = step / perCurve;
			const v = 1 - u;
			const a = v * v * v;
			const b = 3 * v * v * u;
			const c = 3 * v * u * u;
			const d = u * u * u;
			fine.push([a * from[0] + b * c1x + c * c2x + d * to[0], a * from[1] + b * c1y + c * c2y + d * to[1]]);
		}
		before = from;
		from = to;
		to = after;
	}
	return fine;
}
