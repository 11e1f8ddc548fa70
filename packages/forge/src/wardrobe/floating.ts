import { computeReach, computeSpan, containsPoint } from '../engine/bounds.ts';
import { type Layer, layers } from '../engine/layers.ts';
import { findFrame, getBodyMatrix, type Placement, still } from '../engine/placement.ts';
import type { Mark } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { getEdgeMargin } from '../engine/scene/frame.ts';
import { type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { isSolid, measureCover, spotsOf } from './cover.ts';

/** Whether a disc touches the middle of a shape or any part of its edge. */
function touches(edge: readonly Point[], [x, y]: Spot, radius: number): boolean {
	if (containsPoint(edge, x, y)) return true;
	return edge.some(([bx, by], i) => {
		const [ax, ay] = edge.at(i - 1)!;
		const [dx, dy] = [bx - ax, by - ay];
		const along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
		const t = Math.max(0, Math.min(1, along));
		return (ax + dx * t - x) ** 2 + (ay + dy * t - y) ** 2 < radius * radius;
	});
}

/** What stays free between things, so that the lines around them do not join. */
const gap = 0.012;

/** Tells which discs keep clear of all of some shapes. */
function keepClear(shapes: readonly Shape[]): (at: Spot, radius: number) => boolean {
	const things = shapes.map((shape) => ({ shape, reach: computeReach(shape, 0, 0, gap) }));
	const edges = new Map<Shape, readonly Point[]>();
	const edgeOf = (shape: Shape) => {
		const edge = edges.get(shape) ?? (shape.straight ? shape.outline : refineOutline(shape.outline, 3));
		edges.set(shape, edge);
		return edge;
	};
	return (at, radius) =>
		!things.some(
			({ shape, reach }) =>
				at[0] + radius > reach.left &&
				at[0] - radius < reach.right &&
				at[1] + radius > reach.top &&
				at[1] - radius < reach.bottom &&
				touches(edgeOf(shape), at, radius + gap),
		);
}

/**
 * Tells which discs of the body space keep clear of arms, of what is held or carried, and of wings and tails, or only of
 * those in front of a layer. All of them must be drawn.
 */
export function findClear({ recorder }: Studio, behind: Layer = 'back'): (at: Spot, radius: number) => boolean {
	const carried = new Set<Mark>(recorder.carriedForms);
	const inWay = recorder.marks
		.filter(isSolid)
		.filter(({ shape }) => shape.space === 'body')
		.filter((mark) => mark.layer === layers.back || mark.layer >= layers.emblem || carried.has(mark))
		.filter(({ layer }) => layer >= layers[behind]);
	return keepClear(inWay.map(({ shape }) => shape));
}

/** Whatever floats is at its place or so much further out, where less of it is behind the head. */
const waysOut = [0, 0.03, 0.06, 0.09] as const;
/** With more than so much of it behind the head, an unreadable scrap would be seen of what floats. */
const mostHidden = 0.06;

/** What is smaller lies on something larger of the head. */
const smallest = 0.08;

/** Finds how much of a disc of the body space ears, horns, hair, hats and the head itself hide. All of them must be drawn. */
function findHidden({ recorder }: Studio, pose: Placement): (at: Spot, radius: number) => number {
	const places = { head: getBodyMatrix(pose, 'head'), face: getBodyMatrix(pose, 'face'), body: still };
	const inFront = recorder.marks.filter(
		({ kind, layer, ...mark }) =>
			kind === 'form' &&
			layer < layers.hand &&
			layer > layers.back &&
			'shape' in mark &&
			mark.shape.space !== 'body' &&
			computeSpan(mark.shape) > smallest,
	);
	return ([x, y], radius) => measureCover(inFront, places, spotsOf(x, y, radius));
}

/** The corners of the bust square whose ground the divinity's seal needs, however the figure is placed. */
const sealCorner = { aside: 0.26, bottom: 0.27 };

/** What stays free between the picture's edge and what floats. */
const edgeGap = 0.008;

/**
 * Finds where in the body space a disc may float that would best be at a spot: there, nearer to the figure where the
 * picture ends before it, or further out where the head hides less of it; null in the seal's corners and where it would
 * touch what `findClear` tells of or be half hidden.
 */
export function findRoom(s: Studio, placement: Placement): (at: Spot, radius: number) => Spot | null {
	const isClear = findClear(s);
	const getHidden = findHidden(s, placement);
	const { left, right, top } = findFrame(placement, getEdgeMargin(s.style.page, s.figure.rarity) + edgeGap);
	return ([x, y], radius) => {
		const places = waysOut.map((out): Spot => {
			const across = x + (x < 0.5 ? -out : out);
			return [Math.max(left + radius, Math.min(right - radius, across)), Math.max(top + radius, y)];
		});
		const isInCorner = (at: Spot) =>
			at[1] - radius < sealCorner.bottom && Math.abs(at[0] - 0.5) + radius > sealCorner.aside;
		let best: Spot | null = null;
		let least: number = mostHidden;
		for (const at of places) {
			if (isInCorner(at) || !isClear(at, radius)) continue;
			const hidden = getHidden(at, radius);
			if (hidden === 0) return at;
			if (hidden < least) [best, least] = [at, hidden];
		}
		return best;
	};
}

/** Finds how far from the left discs may float one above the other, at these heights and best at `x`; null where one has no room. */
export function findColumn(room: ReturnType<typeof findRoom>, x: number, heights: readonly number[], radius: number) {
	let across = x;
	// Each may have to be further out than those before it.
	for (let round = 0; round < 3; round++) {
		const from = across;
		for (const y of heights) {
			const at = room([across, y], radius);
			if (!at) return null;
			across = at[0];
		}
		if (across === from) return across;
	}
	return null;
}
