import { strokeScale } from '../anatomy/stroke.ts';
import { containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { type Layer, layers } from '../engine/layers.ts';
import type { FormMark, Mark } from '../engine/recorder.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { computeOrientation, ellipseOutline, type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { isBulgeEyed } from './hat-line.ts';

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
	/** Whether hair lies over the band's end. */
	readonly over: boolean;
	/** Where the band goes beneath that hair; left out where none lies over it. */
	readonly tuck?: number;
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

/** A mane close around a skull without hair on it, which what is wound around the head goes around too. */
export function findMane(s: Studio, rig: Rig, y: number): Shape | null {
	const { marks } = s.recorder;
	if (marks.some(isWorn)) return null;
	const [left, right] = findSkullSides(rig)(y);
	const isClose = (out: number) => out > 0 && out <= looseHair;
	const mane = marks.find((mark): mark is FormMark => {
		if (mark.kind !== 'form' || mark.layer !== layers.hairBack || mark.shape.space !== 'head') return false;
		const [outerLeft, outerRight] = crossRow([refineOutline(mark.shape.outline, 4)], y);
		return isClose(left - outerLeft) && isClose(outerRight - right);
	});
	return mane?.shape ?? null;
}

/** Hair that ends further within a skull's side than this leaves that side bare. */
const bareSide = 0.06;

/** Finds where the head ends with the hair on it, left and right, for a band whose ends are on row `y`. */
function findSides(s: Studio, rig: Rig, y: number, half: number): readonly [left: Edge, right: Edge] {
	const skullAt = findSkullSides(rig);
	const mane = findMane(s, rig, y);
	const masses = mane ? [mane] : s.recorder.marks.filter(isWorn).map(({ shape }) => shape);
	const hair = masses.map(({ outline }) => refineOutline(outline, 4));
	const rows = bandRows.map((below) => y + below);
	const skull = innermost(rows.map(skullAt));
	const outer = innermost(rows.map((row) => crossRow(hair, row)));
	const own = crossRow(hair, y);
	const upperRow = y - half * 0.7;
	const upperSkull = skullAt(upperRow);
	const upperHair = crossRow(hair, upperRow);
	const edgeAt = (i: 0 | 1, side: -1 | 1): Edge => {
		const edge = edgeOf(skull[i], outer[i], side);
		const end = side < 0 ? Math.min(upperSkull[i], upperHair[i]) : Math.max(upperSkull[i], upperHair[i]);
		const upper = side < 0 ? Math.max(edge.x, end) : Math.min(edge.x, end);
		// An end inside the hair goes on beneath it; with more hair behind it, it would seem to stop on it.
		const isInHair = Math.abs(own[i]) < 2 && (own[i] - edge.x) * side > mostOpen;
		const isBeforeHair = isAnyAt(s, 'hairBack', [edge.x + side * 0.02, y]);
		const over = edge.over || isInHair || isBeforeHair;
		if (masses.length === 0) {
			const root = findTuftRoot(skullAt, { y, half }, i);
			if (root !== null) return { ...edge, upper, over: true, tuck: root - side * underTuft };
		}
		// No hair in front of the skull, or a crest that leaves its side bare: nothing to go beneath.
		const isSideBare = (skull[i] - own[i]) * side > bareSide;
		if (!over || mane || Math.abs(own[i]) > 2 || isSideBare) return { ...edge, upper, over };
		const tuck = (side < 0 ? Math.max(edge.x, own[i]) : Math.min(edge.x, own[i])) - side * tuckedBy;
		return { ...edge, upper, over, tuck };
	};
	return [edgeAt(0, -1), edgeAt(1, 1)];
}

/** Above the brow a skull widens on its way down; where it narrows by more than this within a band, a tuft stands out. */
const mostNarrowing = 0.012;

/** How far in from its root a tuft that stands out of the skull begins to lie over a band. */
const underTuft = 0.006;

/** The root of a tuft that stands out of one side of the skull within a band's rows, or null on a smooth skull. */
function findTuftRoot(
	skullAt: (y: number) => readonly [left: number, right: number],
	{ y, half }: Pick<BandCourse, 'y' | 'half'>,
	side: 0 | 1,
): number | null {
	const out = [-1.2, -0.6, 0, 0.6, 1.2].map((share) => skullAt(y + half * share)[side] * (side || -1));
	const narrowing = Math.max(...out.map((x, i) => x - Math.min(...out.slice(i))));
	return narrowing > mostNarrowing ? Math.min(...out) * (side || -1) : null;
}

/** An end further than this inside the hair would be seen to stop there. */
const mostOpen = 0.014;

/** What all rows that are crossed have in common; without any, as far apart the wrong way as rows can be. */
function innermost(rows: readonly (readonly [left: number, right: number])[]): readonly [left: number, right: number] {
	const crossed = rows.filter(([left, right]) => left < right);
	if (crossed.length === 0) return [9, -9];
	return [Math.max(...crossed.map(([left]) => left)), Math.min(...crossed.map(([, right]) => right))];
}

function edgeOf(skull: number, hair: number, side: -1 | 1): Omit<Edge, 'upper'> {
	// Without hair on the row there is no crossing.
	if (Math.abs(hair) > 2 || (hair - skull) * side <= 0) return { x: skull, over: false };
	if (Math.abs(hair - skull) <= looseHair) return { x: hair, over: false };
	return { x: skull + side * looseHair * 0.36, over: true };
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
	/** Whether hair lies over its right end. */
	readonly isTucked: boolean;
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

/**
 * The outline of a band from one side of the head to the other; it gets narrower where it turns away. Where hair lies
 * over an end, only what comes out from beneath it.
 */
function bandEdges(
	[left, right]: readonly [Edge, Edge],
	{ y, half, drop }: BandCourse,
): readonly (readonly [upper: Point, lower: Point])[] {
	const middle = (left.x + right.x) / 2;
	// A thick cloth or ring stands a little off what it is wound around.
	const reach = (right.x - left.x) / 2 + 0.003;
	const [first, last] = [left, right].map(({ tuck }, i) =>
		tuck === undefined ? i * 2 - 1 : Math.max(-1, Math.min(1, (tuck - middle) / reach)),
	) as [number, number];
	return course.map((share) => {
		const t = first + ((last - first) * (share + 1)) / 2;
		const at = courseY(y, drop, t);
		const h = half * (1 - 0.3 * t ** 4);
		const smooth = Math.abs(share) === 1 ? 0.25 : 1;
		const x = middle + t * reach;
		const end = share < 0 ? left : right;
		const side = Math.sign(share);
		const lean = end.tuck === undefined ? 0 : side * lockLean * h * share ** 8;
		const inward = end.tuck === undefined ? (end.upper - end.x) * share ** 8 : -lean;
		return [
			[x + inward, at - h, smooth],
			[x + lean, at + h, smooth],
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
	const { marks } = s.recorder;
	const first = marks.length;
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
	drawLocks(s, rig.headShape, rig.skin, [left, right], { y, half });
	const isInMane = findMane(s, rig, y) !== null;
	for (const end of [edges[0]!, edges.at(-1)!]) {
		standBefore(s, end);
		if (isInMane) standBeside(s, rig, end);
	}
	// Compound eyes stand out of the skull, before what is wound around it.
	if (rig.eyeHalf > 0.07 && !s.hidden.has('eyes'))
		for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.eyes - 0.5 };
	return { left: [left.x, y], right: [right.x, y], drop, isTucked: right.over };
}

/** A horn or ear before the head that a band would end on, or the hair over its end, stands before both. */
function standBefore({ recorder: { marks, outgrowths } }: Studio, end: readonly Point[]): void {
	const reaches = (mark: Mark) =>
		end.some((at) => isAt(mark, 'ears', at)) ||
		(mark.kind === 'form' &&
			mark.layer === layers.ears &&
			end.length > 2 &&
			refineOutline(mark.shape.outline, 4).some(([x, y]) => containsPoint(end, x, y)));
	for (const outgrowth of outgrowths)
		if (outgrowth.marks.some(reaches))
			marks.push(...outgrowth.marks.map((mark) => ({ ...mark, layer: layers.headgear })));
}

/** How far off a skull what stands beside it begins, in shares of the skull: the skull's own line stays. */
const besideSkull = 1.014;

/** Around a skull in a mane a band ends behind an ear that stands in that mane, on the far side as on the near one. */
function standBeside(s: Studio, { headShape }: Rig, end: readonly Point[]): void {
	const { marks, outgrowths } = s.recorder;
	const ears = outgrowths.filter(({ marks: ear }) => ear.some((mark) => end.some((at) => isAt(mark, 'earFar', at))));
	if (ears.length === 0) return;
	const { left, right, top, bottom } = headShape.bounds;
	const [x, y] = [(left + right) / 2, (top + bottom) / 2];
	const skull = refineOutline(headShape.outline, 4).map(
		([u, v]): Point => [x + (u - x) * besideSkull, y + (v - y) * besideSkull],
	);
	const around: readonly Point[] = [
		[-1, -1],
		[2, -1],
		[2, 2],
		[-1, 2],
	];
	const isSame = Math.sign(computeOrientation(skull)) === Math.sign(computeOrientation(around));
	const clip = s.head.facet(skull, isSame ? [...around].reverse() : around);
	for (const { marks: ear } of ears)
		for (const mark of ear)
			if (mark.kind === 'form' && !mark.options.clip)
				marks.push({ ...mark, layer: layers.headgear, options: { ...mark.options, clip } });
}

/** How far in from a band's end, or from the hair's edge, the hair begins to lie over it. */
const tuckedBy = 0.02;

/** How far a lock beside the face leans outwards on its way down, as a share of that way. */
const lockLean = 0.16;

/** How far above and below a band the edge of the lock over its end is drawn. */
const lockReach = { above: 0.105, below: 0.075 } as const;

/**
 * The edges of the locks a band goes beneath: of the hair's own ink, from the crown down past the band, so that its end is
 * no cut. A tuft of the skull's own begins beside the band.
 */
function drawLocks(
	s: Studio,
	skull: Shape,
	skin: Ramp,
	ends: readonly [Edge, Edge],
	{ y, half }: Pick<BandCourse, 'y' | 'half'>,
): void {
	const hair = s.recorder.marks.filter(isWorn);
	const { above, below } = hair.length > 0 ? lockReach : { above: half * 2, below: half * 2 };
	for (const [i, { tuck }] of ends.entries()) {
		if (tuck === undefined) continue;
		const side = i * 2 - 1;
		const mass = hair.findLast(({ shape }) => containsPoint(refineOutline(shape.outline, 4), tuck, y)) ?? hair[0];
		const edge: readonly Point[] = [
			[tuck - side * above * lockLean * 2, y - above],
			[tuck - side * above * lockLean * 0.65, y - above * 0.5],
			[tuck, y],
			[tuck + side * below * lockLean, y + below],
		];
		s.head.line('headgear', edge, (mass?.ramp ?? skin).outline, 0.009 * strokeScale(s), {
			taper: 0.85,
			clip: mass?.shape ?? skull,
		});
	}
}

/**
 * A band around a frog's head: it lies on the brow between the eyes and goes behind the domes they stand on, which are
 * drawn once more in front of it.
 */
export function windBehindEyes(s: Studio, rig: Rig, ramp: Ramp, width: number): Band {
	const half = width * 0.2;
	const domes = findDomes(rig);
	// Its ends stay behind the domes, with their lower corners too: it is not seen to go on where the skull is wider.
	const y = Math.min(rig.brow[1] - 0.035, ...domes.map(([, at, r]) => at + r * 0.9 - half * 0.75));
	const drop = rig.brow[1] - 0.005 - y;
	const [left, right] = findSides(s, rig, y, half);
	const [[nearX, , near], [farX, , far]] = domes;
	const ends = [
		{ ...left, x: farX + far * 0.3, upper: farX + far * 0.3 },
		{ ...right, x: nearX - near * 0.3, upper: nearX - near * 0.3 },
	] as const;
	const shape = s.head.shape(loopOf(bandEdges(ends, { y, half, drop })));
	s.head.cast('markings', rig.headShape, shape, rig.skin.deep, [0.003, 0.012]);
	s.head.form('markings', shape, ramp, { depth: 0.006, width: 0.8, contour: false });
	drawDomes(s, rig, 0.6, 2);
	return { left: [left.x, y], right: [right.x, y], drop, isTucked: right.over };
}

type Dome = readonly [x: number, y: number, r: number];

/** The domes a frog's eyes stand on, the near one first. */
const findDomes = ({ eyeNear, eyeFar, eyeHalf }: Rig): readonly [near: Dome, far: Dome] => [
	[eyeNear[0], eyeNear[1], eyeHalf * 1.48],
	[eyeFar[0], eyeFar[1], eyeHalf * 1.32],
];

/** The domes a frog's eyes stand on, before what lies on the brow between them. `foot` is how far down they are drawn, in their radius. */
function drawDomes(s: Studio, rig: Rig, width: number, foot: number): void {
	for (const [x, y, r] of findDomes(rig)) {
		const [left, right, top, bottom] = [x - r * 2, x + r * 2, y - r * 2, y + r * foot];
		const clip = s.head.facet([
			[left, top],
			[right, top],
			[right, bottom],
			[left, bottom],
		]);
		s.head.form('markings', ellipseOutline(x, y, r, r), rig.skin, { depth: 0.014, width, contour: false, clip });
	}
}

/** Lets a frog's eyes bulge wholly in front of the hat it has just been given, the marks from `from` on. */
export function bulgeBefore(s: Studio, wearer: Rig, from: number): void {
	if (!isBulgeEyed(wearer)) return;
	const { marks } = s.recorder;
	for (let i = from; i < marks.length; i++) {
		const mark = marks[i]!;
		// Just before the skull, in the order in which it was drawn; its shadow lies beneath it.
		if (mark.layer >= layers.faceCover) marks[i] = { ...mark, layer: layers.head + mark.layer / 100 };
	}
	// Below the brim they go over into the skull.
	drawDomes(s, wearer, 1, 0.68);
}
