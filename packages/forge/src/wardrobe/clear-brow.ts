import { computeSpan, containsPoint } from '../engine/bounds.ts';
import { layers } from '../engine/layers.ts';
import type { FillMark, FormMark, Mark } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { type Point, refineOutline } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** Gems and lumps on the brow are smaller than this. */
const largestLump = 0.075;
/** What stands closer to a covered one belongs to the same row. */
const rowGap = 0.13;

const isLump = (mark: Mark): mark is FormMark =>
	mark.kind === 'form' && mark.layer === layers.markings && computeSpan(mark.shape) < largestLump;

const middleOf = ({ shape: { bounds } }: FormMark): Spot => [
	(bounds.left + bounds.right) / 2,
	(bounds.top + bounds.bottom) / 2,
];

/** A brow whose edge is covered by more than this share would be left as a stray block. */
const mostCovered = 0.12;

/** Leaves out the brows, or a row of spikes in their place, where headgear covers part of one. */
function clearBrows(marks: Mark[], end: number, worn: readonly (readonly Point[])[]): void {
	const bare = marks.slice(0, end).filter(({ layer }) => layer === layers.brows);
	for (const kind of ['fill', 'form'] as const) {
		const brows = bare.filter((mark): mark is FillMark | FormMark => mark.kind === kind);
		const isCut = brows.some(({ shape }) => {
			const outline = shape.straight ? shape.outline : refineOutline(shape.outline, 4);
			const covered = outline.filter(([x, y]) => worn.some((edge) => containsPoint(edge, x, y)));
			return covered.length > outline.length * mostCovered;
		});
		if (isCut) for (const brow of brows) marks.splice(marks.indexOf(brow), 1);
	}
}

/** Of strokes of hair or fur that reach out by less than this below headgear only a tick would show. */
const shortestEnd = 0.055;
/** Lower down than this begin the strokes of cheeks. */
const lowestStroke = 0.36;

/** Hair and fur on the brow that headgear covers most of. */
const isOfBrow = ({ layer }: Mark): boolean => layer === layers.hairFront || layer === layers.markings;

/** Leaves out strokes on the brow, and cuts the tips of locks, of which only an end would show below headgear. */
function clearStrokes(marks: Mark[], from: number, worn: readonly (readonly Point[])[]): void {
	const isWorn = ([x, y]: Point) => worn.some((edge) => containsPoint(edge, x, y));
	for (const mark of marks.slice(0, from)) {
		if (mark.kind !== 'fill' || !isOfBrow(mark) || mark.shape.space === 'body' || mark.alpha < 1) continue;
		const { outline, bounds } = mark.shape;
		if (bounds.right - bounds.left > largestLump || bounds.top > lowestStroke) continue;
		const spots = outline.filter((_, i) => i % 8 === 0);
		const seen = spots.filter((point) => !isWorn(point));
		if (seen.length === 0 || seen.length > spots.length * 0.6) continue;
		const ys = seen.map(([, y]) => y);
		if (Math.max(...ys) - Math.min(...ys) < shortestEnd) marks.splice(marks.indexOf(mark), 1);
	}
}

/** Leaves out lines of an affliction that headgear covers most of: their ends would be scraps beside it. */
function clearLines(marks: Mark[], worn: readonly (readonly Point[])[]): void {
	const isGone = (mark: Mark) => {
		if (mark.kind !== 'fill' || mark.layer !== layers.skinAffliction) return false;
		if (mark.shape.space === 'body' || mark.alpha < 1) return false;
		const spots = mark.shape.outline.filter((_, i) => i % 4 === 0);
		const covered = spots.filter(([x, y]) => worn.some((edge) => containsPoint(edge, x, y)));
		return covered.length > spots.length / 2;
	};
	for (const mark of marks.filter(isGone)) marks.splice(marks.indexOf(mark), 1);
}

/** Leaves out what grows on the brow where headgear would cut it, the whole row of it. */
export function clearBrow({ hidden, recorder: { marks } }: Studio, from: number): void {
	const worn = marks
		.slice(from)
		.filter((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.headgear)
		.filter(({ shape }) => shape.space === 'head')
		.map(({ shape }) => refineOutline(shape.outline, 4));
	// Where a mask hides them, later ones are carved into it.
	clearBrows(marks, hidden.has('brows') ? from : marks.length, worn);
	clearStrokes(marks, from, worn);
	clearLines(marks, worn);
	const lumps = marks.filter(isLump);
	if (lumps.length === 0) return;
	const cut = lumps.filter(({ shape: { outline } }) =>
		outline.some(([x, y]) => worn.some((edge) => containsPoint(edge, x, y))),
	);
	const isInRow = (lump: FormMark) =>
		cut.some((other) => {
			const [[x, y], [u, v]] = [middleOf(lump), middleOf(other)];
			return other.ramp === lump.ramp && Math.hypot(x - u, y - v) < rowGap;
		});
	for (const lump of lumps) if (isInRow(lump)) marks.splice(marks.indexOf(lump), 1);
}
