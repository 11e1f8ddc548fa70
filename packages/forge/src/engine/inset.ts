import type { ForgePath, ForgeSurface } from '../surface.ts';
import { computeSpan, containsPoint } from './bounds.ts';
import { computeOrientation, grid, type Point, refineOutline, type Shape } from './shape.ts';

interface Vector {
	readonly x: number;
	readonly y: number;
	/** The edge that stays is shorter than the push. */
	readonly eaten?: boolean;
}

const still: Vector = { x: 0, y: 0 };
/** What leaves the shape by less than this only takes a little of the line around it. */
const hidden = 0.0025;
/** How far a curve bulges over its refined points at most, as a share of the shape's span. */
const bulgeShare = 0.006;

/**
 * Where a corner between two edges goes when edges that face away from `push` move by it and the others stay: to the
 * crossing of their lines, as far as the edge that stays reaches.
 */
function pushPoint(before: Point, at: Point, after: Point, push: Vector, orientation: number): Vector {
	const inX = at[0] - before[0];
	const inY = at[1] - before[1];
	const outX = after[0] - at[0];
	const outY = after[1] - at[1];
	const inAway = (inY * push.x - inX * push.y) * orientation < 0;
	const outAway = (outY * push.x - outX * push.y) * orientation < 0;
	if (inAway && outAway) return push;
	if (!inAway && !outAway) return still;
	const moveX = inAway ? inX : outX;
	const moveY = inAway ? inY : outY;
	const stayX = inAway ? outX : -inX;
	const stayY = inAway ? outY : -inY;
	const share = (push.x * moveY - push.y * moveX) / (stayX * moveY - stayY * moveX);
	// Beyond a hollow corner the lines cross outside the shape.
	if (!(share > 0)) return still;
	const reach = Math.min(1, share);
	return { x: stayX * reach, y: stayY * reach, eaten: share > 1 };
}

type Curve = readonly [c1x: number, c1y: number, c2x: number, c2y: number, x: number, y: number];

/** The curves of the outline with its points moved; handles keep their direction. */
function toCurves(outline: readonly Point[], offsets: readonly Vector[]): readonly Curve[] {
	const count = outline.length;
	return outline.map((from, i): Curve => {
		const next = (i + 1) % count;
		const to = outline[next]!;
		const a = offsets[i]!;
		const b = offsets[next]!;
		const before = outline[(i + count - 1) % count]!;
		const after = outline[(i + 2) % count]!;
		const dx = to[0] - from[0];
		const dy = to[1] - from[1];
		// Handles of a curve that lost its end would make it turn back.
		const left =
			a === b ? 1 : Math.min(1, Math.sqrt(((dx + b.x - a.x) ** 2 + (dy + b.y - a.y) ** 2) / (dx * dx + dy * dy)));
		const out = ((from[2] ?? 1) / 6) * left;
		const into = ((to[2] ?? 1) / 6) * left;
		return [
			from[0] + a.x + (to[0] - before[0]) * out,
			from[1] + a.y + (to[1] - before[1]) * out,
			to[0] + b.x - (after[0] - from[0]) * into,
			to[1] + b.y - (after[1] - from[1]) * into,
			to[0] + b.x,
			to[1] + b.y,
		];
	});
}

/** Whether a moved curve's middle and end stay in the shape; `slack` is how far `fine` may run inside it. */
function staysIn(fine: readonly Point[], from: Curve, curve: Curve, push: Vector, slack: number): boolean {
	const x1 = curve[0];
	const y1 = curve[1];
	const x2 = curve[2];
	const y2 = curve[3];
	const x3 = curve[4];
	const y3 = curve[5];
	// What leaves does so towards the push.
	const back = slack / Math.hypot(push.x, push.y);
	const inside = (x: number, y: number) =>
		containsPoint(fine, x, y) || containsPoint(fine, x - push.x * back, y - push.y * back);
	return inside(x3, y3) && inside((from[4] + 3 * x1 + 3 * x2 + x3) / 8, (from[5] + 3 * y1 + 3 * y2 + y3) / 8);
}

/**
 * What a shape and its copy moved by (x, y) have in common, as a path of its own: it needs no clip to the shape, and a
 * clip costs as much as three fills. Null where the copy's edge would leave the shape.
 *
 * @param x y in fractions of the square, as points are
 */
export function insetOutline(surface: ForgeSurface, shape: Shape, x: number, y: number): ForgePath | null {
	const { outline, loops, straight } = shape;
	if (loops !== 1 || straight) return null;
	const count = outline.length;
	const push = { x, y };
	const orientation = computeOrientation(outline);
	const offsets = outline.map((at, i) =>
		pushPoint(outline[(i + count - 1) % count]!, at, outline[(i + 1) % count]!, push, orientation),
	);
	// A zigzag would lose its teeth.
	if (offsets.some(({ eaten }) => eaten)) return null;
	const fine = refineOutline(outline, 2);
	const curves = toCurves(outline, offsets);
	const slack = hidden + computeSpan(shape) * bulgeShare;
	let from = curves[count - 1]!;
	const path = new surface.Path2D();
	path.moveTo(grid(from[4]), grid(from[5]));
	for (let i = 0; i < count; i++) {
		const curve = curves[i]!;
		const moved = offsets[i] === push || offsets[(i + 1) % count] === push;
		if (moved && !staysIn(fine, from, curve, push, slack)) return null;
		path.bezierCurveTo(grid(curve[0]), grid(curve[1]), grid(curve[2]), grid(curve[3]), grid(curve[4]), grid(curve[5]));
		from = curve;
	}
	path.closePath();
	return path;
}
