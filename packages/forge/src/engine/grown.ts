import type { ForgePath, ForgeSurface } from '../surface.ts';
import { computeOrientation, grid, type Point, type Shape } from './shape.ts';

/** How far an outline moves outwards, in fractions of the square. */
export interface Growth {
	/** On all sides. */
	readonly reach: number;
	/** How much more on the side that this vector points to. */
	readonly shadow: readonly [x: number, y: number];
}

interface Place {
	readonly x: number;
	readonly y: number;
}

/** Where a grown outline arrives at a corner and leaves it; a sharp corner has its tip between the two. */
interface Corner {
	readonly into: Place;
	readonly out: Place;
	readonly tip: Place | null;
}

/** Corners whose edges turn by more than the angle of this cosine keep the line's width around a tip. */
const tipCosine = 0.55;
/** How far such a tip reaches, in reaches: a round join would be 1, a mitre far more. */
const tipReach = 1.15;
/** A point at least this smooth has one tangent, a sharper one two. */
const smoothFrom = 0.5;

function direction(x: number, y: number): Place {
	// `Math.hypot` costs many times as much, for lengths far from any that occur here.
	const length = Math.sqrt(x * x + y * y) || 1;
	return { x: x / length, y: y / length };
}

/** A point moved by the growth along an outward normal of length 1, `times` as far. */
function growPoint(at: Point, normal: Place, { reach, shadow }: Growth, times = 1): Place {
	const by = (reach + Math.max(0, normal.x * shadow[0] + normal.y * shadow[1])) * times;
	return { x: at[0] + normal.x * by, y: at[1] + normal.y * by };
}

/** A corner of an outline that runs clockwise. */
function toCorner(before: Point, at: Point, after: Point, straight: boolean, growth: Growth): Corner {
	const outwards = ({ x, y }: Place): Place => ({ x: y, y: -x });
	if (!straight && (at[2] ?? 1) > smoothFrom) {
		const tangent = direction(after[0] - before[0], after[1] - before[1]);
		const place = growPoint(at, outwards(tangent), growth);
		return { into: place, out: place, tip: null };
	}
	const edgeIn = direction(at[0] - before[0], at[1] - before[1]);
	const edgeOut = direction(after[0] - at[0], after[1] - at[1]);
	const cosine = edgeIn.x * edgeOut.x + edgeIn.y * edgeOut.y;
	const isConvex = edgeIn.x * edgeOut.y - edgeIn.y * edgeOut.x > 0;
	const into = growPoint(at, outwards(edgeIn), growth);
	const out = growPoint(at, outwards(edgeOut), growth);
	if (isConvex && cosine < tipCosine) {
		const tip = direction(edgeIn.x - edgeOut.x, edgeIn.y - edgeOut.y);
		return { into, out, tip: growPoint(at, tip, growth, tipReach) };
	}
	// The crossing of both moved edges; in a narrow hollow it would lie far away.
	const share = 1 / Math.max(0.4, 1 + cosine);
	const place = { x: at[0] + (into.x + out.x - 2 * at[0]) * share, y: at[1] + (into.y + out.y - 2 * at[1]) * share };
	return { into: place, out: place, tip: null };
}

/**
 * A shape of one loop, grown outwards: filled beneath the shape it leaves a line around it. Filling costs half of what
 * stroking does, since only one edge is drawn instead of both of a line.
 */
export function growOutline(surface: ForgeSurface, shape: Shape, growth: Growth): ForgePath {
	const path = new surface.Path2D();
	traceGrown(path, shape, growth);
	return path;
}

/** Adds a grown outline to a path as a loop that runs clockwise, so that loops of one path unite where they overlap. */
export function traceGrown(path: ForgePath, { outline: drawn, straight }: Shape, growth: Growth): void {
	const outline = computeOrientation(drawn) > 0 ? drawn : [...drawn].reverse();
	const count = outline.length;
	const corners = outline.map((at, i) =>
		toCorner(outline[(i + count - 1) % count]!, at, outline[(i + 1) % count]!, straight, growth),
	);
	const lineTo = ({ x, y }: Place) => path.lineTo(grid(x), grid(y));
	path.moveTo(grid(corners[0]!.out.x), grid(corners[0]!.out.y));
	for (let i = 0; i < count; i++) {
		const next = (i + 1) % count;
		const { out: start } = corners[i]!;
		const { into: end, tip, out } = corners[next]!;
		if (straight) lineTo(end);
		else {
			const before = outline[(i + count - 1) % count]!;
			const from = outline[i]!;
			const to = outline[next]!;
			const after = outline[(i + 2) % count]!;
			// Handles keep their direction and grow with the chord.
			const chord = (to[0] - from[0]) ** 2 + (to[1] - from[1]) ** 2 || 1;
			const stretch = Math.min(2, Math.sqrt(((end.x - start.x) ** 2 + (end.y - start.y) ** 2) / chord));
			const leave = ((from[2] ?? 1) / 6) * stretch;
			const arrive = ((to[2] ?? 1) / 6) * stretch;
			path.bezierCurveTo(
				grid(start.x + (to[0] - before[0]) * leave),
				grid(start.y + (to[1] - before[1]) * leave),
				grid(end.x - (after[0] - from[0]) * arrive),
				grid(end.y - (after[1] - from[1]) * arrive),
				grid(end.x),
				grid(end.y),
			);
		}
		if (tip) {
			lineTo(tip);
			lineTo(out);
		}
	}
	path.closePath();
}
