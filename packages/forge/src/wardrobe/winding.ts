import { containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { type Layer, layers } from '../engine/layers.ts';
import type { FormMark, Mark } from '../engine/recorder.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { ellipseOutline, type Point, refineOutline } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** What a band may lie on: the skull, and hair that covers it from side to side. */
const isWorn = (mark: Mark): mark is FormMark =>
	mark.kind === 'form' &&
	mark.layer === layers.hairFront &&
	mark.shape.space === 'head' &&
	mark.shape.bounds.left < 0.44 &&
	mark.shape.bounds.right > 0.56 &&
	mark.shape.bounds.top < 0.3;

/** Hair that stands this far off the skull is parted by a band, which goes on beneath it. */
const looseHair = 0.083;

interface Edge {
	readonly x: number;
	/** Where the band's upper corner stays on the head, which is narrower there. */
	readonly upper: number;
	/** The hair that lies over the band's end. */
	readonly over: Ramp | null;
}

/** The outermost crossings of a row with closed outlines. */
function crossRow(outlines: readonly (readonly Point[])[], y: number): readonly [left: number, right: number] {
	let [left, right] = [9, -9];
	for (const outline of outlines)
		for (let i = 0, k = outline.length - 1; i < outline.length; k = i++) {
			const a = outline[k]!;
			const b = outline[i]!;
			if (a[1] > y === b[1] > y) continue;
			const x = a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]);
			if (x < left) left = x;
			if (x > right) right = x;
		}
	return [left, right];
}

/** Finds on any row where the skull ends, left and right; above the crown as on its topmost rows. */
export function findSkullSides({ headShape, hat }: Rig): (y: number) => readonly [left: number, right: number] {
	const skull = [refineOutline(headShape.outline, 4)];
	const top = headShape.bounds.top + 0.03;
	return (y) => {
		const [left, right] = crossRow(skull, Math.max(y, top));
		return left < right ? [left, right] : [hat.x - hat.half, hat.x + hat.half];
	};
}

/** Feathers and spikes that stick out on one row of a band only do not hold it. */
const bandRows = [0, 0.022, 0.045] as const;

/** Whether a form of one layer of the head lies at a spot. */
const isAt = (mark: Mark, layer: Layer, [x, y]: Point): boolean =>
	mark.kind === 'form' &&
	mark.layer === layers[layer] &&
	mark.shape.space === 'head' &&
	containsPoint(refineOutline(mark.shape.outline, 4), x, y);

const isAnyAt = ({ recorder }: Studio, layer: Layer, at: Point): boolean =>
	recorder.marks.some((mark) => isAt(mark, layer, at));

/** Finds where the head ends with the hair on it, left and right, for a band whose ends are on row `y`. */
function findSides(s: Studio, rig: Rig, y: number, half: number): readonly [left: Edge, right: Edge] {
	const skullAt = findSkullSides(rig);
	const masses = s.recorder.marks.filter(isWorn);
	const hair = masses.map(({ shape }) => refineOutline(shape.outline, 4));
	const ramp = masses[0]?.ramp ?? null;
	const rows = bandRows.map((below) => y + below);
	const skull = innermost(rows.map(skullAt));
	const outer = innermost(rows.map((row) => crossRow(hair, row)));
	const own = crossRow(hair, y);
	const upperRow = y - half * 0.7;
	const upperSkull = skullAt(upperRow);
	const upperHair = crossRow(hair, upperRow);
	const edgeAt = (i: 0 | 1, side: -1 | 1): Edge => {
		const edge = edgeOf(skull[i], outer[i], side, ramp);
		const end = side < 0 ? Math.min(upperSkull[i], upperHair[i]) : Math.max(upperSkull[i], upperHair[i]);
		const upper = side < 0 ? Math.max(edge.x, end) : Math.min(edge.x, end);
		// An end inside the hair goes on beneath it; with more hair behind it, it would seem to stop on it.
		const isInHair = Math.abs(own[i]) < 2 && (own[i] - edge.x) * side > mostOpen;
		const isBeforeHair = isAnyAt(s, 'hairBack', [edge.x + side * 0.02, y]);
		return { ...edge, upper, over: edge.over ?? (isInHair || isBeforeHair ? ramp : null) };
	};
	return [edgeAt(0, -1), edgeAt(1, 1)];
}

/** An end further than this inside the hair would be seen to stop there. */
const mostOpen = 0.014;

/** What all rows that are crossed have in common; without any, as far apart the wrong way as rows can be. */
function innermost(rows: readonly (readonly [left: number, right: number])[]): readonly [left: number, right: number] {
	const crossed = rows.filter(([left, right]) => left < right);
	if (crossed.length === 0) return [9, -9];
	return [Math.max(...crossed.map(([left]) => left)), Math.min(...crossed.map(([, right]) => right))];
}

function edgeOf(skull: number, hair: number, side: -1 | 1, ramp: Ramp | null): Omit<Edge, 'upper'> {
	// Without hair on the row there is no crossing.
	if (Math.abs(hair) > 2 || (hair - skull) * side <= 0) return { x: skull, over: null };
	if (Math.abs(hair - skull) <= looseHair) return { x: hair, over: null };
	return { x: skull + side * looseHair * 0.36, over: ramp };
}

/** Where a band's edges have their points, from -1 on one side of the head to 1 on the other; its ends are in shade. */
const course = [-1, -0.87, -0.7, -0.3, 0.1, 0.45, 0.7, 0.87, 1] as const;
const shadedPoints = 3;

export interface Band {
	/** The middle of each end. */
	readonly left: Spot;
	readonly right: Spot;
	/** How far its middle lies below its ends. */
	readonly drop: number;
}

/** The row of a band's middle line at `t` from one side of the head, -1, to the other, 1. */
export const courseY = (y: number, drop: number, t: number): number => y + drop * (1 - t * t) ** 0.62;

/** How a band lies on a head: its rows, in fractions of the square. */
interface BandCourse {
	readonly y: number;
	/** Half its height in front. */
	readonly half: number;
	/** How far it sinks from its ends to its middle, as what is wound around a head does that is seen from a little above. */
	readonly drop: number;
}

/** The outline of a band from one side of the head to the other; it gets narrower where it turns away. */
function bandEdges(
	[left, right]: readonly [Edge, Edge],
	{ y, half, drop }: BandCourse,
): readonly (readonly [upper: Point, lower: Point])[] {
	const middle = (left.x + right.x) / 2;
	const reach = (right.x - left.x) / 2;
	return course.map((t) => {
		const at = courseY(y, drop, t);
		const h = half * (1 - 0.3 * t ** 4);
		const smooth = Math.abs(t) === 1 ? 0.25 : 1;
		// A thick cloth or ring stands a little off what it is wound around.
		const x = middle + t * (reach + 0.003);
		const inward = (t < 0 ? left.upper - left.x : right.upper - right.x) * t ** 8;
		return [
			[x + inward, at - h, smooth],
			[x, at + h, smooth],
		];
	});
}

const loopOf = (edges: readonly (readonly [Point, Point])[]): Point[] => [
	...edges.map(([upper]) => upper),
	...edges.map(([, lower]) => lower).reverse(),
];

/** Winds a band around the head along the hat line. */
export function windBand(s: Studio, rig: Rig, ramp: Ramp, width: number): Band {
	const { hat } = rig;
	const half = width * hat.half;
	// The middle stays where gems and plates sit.
	const drop = 0.24 * hat.half;
	const y = hat.y + 0.12 * hat.half - drop;
	const [left, right] = findSides(s, rig, y, half);
	const edges = bandEdges([left, right], { y, half, drop });
	const shape = s.head.shape(loopOf(edges));
	s.head.cast('headgear', rig.headShape, shape, rig.skin.deep, [0.003, 0.012]);
	// On a flat crown the ends would stand in the air above its corners.
	const isCut = y - half < rig.headShape.bounds.top && !left.over && !right.over;
	const clip = isCut ? { clip: rig.headShape } : {};
	s.head.form('headgear', shape, ramp, { depth: 0.006, width: 0.8, contour: false, ...clip });
	const caps = [edges.slice(0, shadedPoints), edges.slice(-shadedPoints)];
	s.head.pattern(
		'headgear',
		isCut ? rig.headShape : null,
		caps.map((cap) => s.head.shape(loopOf(cap))),
		ramp.deep,
		0.34,
	);
	for (const [end, side] of [
		[left, -1],
		[right, 1],
	] as const)
		if (end.over) tuckEnd(s, end.over, [end.x, y], { side, half });
	for (const end of [edges[0]!, edges.at(-1)!]) standBefore(s, end);
	return { left: [left.x, y], right: [right.x, y], drop };
}

/** A horn before the head that a band would end on stands before the band. */
function standBefore({ recorder: { marks, outgrowths } }: Studio, end: readonly [Point, Point]): void {
	for (const outgrowth of outgrowths)
		if (outgrowth.marks.some((mark) => end.some((at) => isAt(mark, 'ears', at))))
			marks.push(...outgrowth.marks.map((mark) => ({ ...mark, layer: layers.headgear })));
}

/** A lock of loose hair that falls over a band's end. */
function tuckEnd(s: Studio, hair: Ramp, [x, y]: Spot, { side, half }: { side: -1 | 1; half: number }): void {
	const h = half + 0.014;
	s.head.form(
		'headgear',
		[
			[x - side * 0.022, y - h * 2.1, 0.1],
			[x + side * 0.016, y - h * 1.4],
			[x + side * 0.028, y + h * 0.4],
			[x + side * 0.014, y + h * 1.7],
			[x - side * 0.004, y + h * 2.7, 0.1],
			[x - side * 0.006, y + h * 1.2],
			[x - side * 0.012, y - h * 0.9],
		],
		hair,
		{ depth: 0.006, width: 0.45, contour: false },
	);
}

/**
 * A band around a frog's head: it lies on the brow between the eyes and goes behind the domes they stand on, which are
 * drawn once more in front of it.
 */
export function windBehindEyes(s: Studio, rig: Rig, ramp: Ramp, width: number): Band {
	const y = rig.brow[1] - 0.035;
	const half = width * 0.2;
	const drop = 0.03;
	const [left, right] = findSides(s, rig, y, half);
	const shape = s.head.shape(loopOf(bandEdges([left, right], { y, half, drop })));
	s.head.cast('markings', rig.headShape, shape, rig.skin.deep, [0.003, 0.012]);
	s.head.form('markings', shape, ramp, { depth: 0.006, width: 0.8, contour: false });
	for (const [[x, top], r] of [
		[rig.eyeNear, rig.eyeHalf * 1.45],
		[rig.eyeFar, rig.eyeHalf * 1.3],
	] as const)
		s.head.form('markings', ellipseOutline(x, top, r, r), rig.skin, { depth: 0.014, width: 0.6, contour: false });
	return { left: [left.x, y], right: [right.x, y], drop };
}
