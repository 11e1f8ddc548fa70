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
function clearBrows(marks: Mark[], from: number, worn: readonly (readonly Point[])[]): void {
	const bare = marks.slice(0, from).filter(({ layer }) => layer === layers.brows);
	for (const kind of ['fill', 'form'] as const) {
		const brows = bare.filter((mark): mark is FillMark | FormMark => mark.kind === kind);
		const isCut = brows.some(({ shape: { outline } }) => {
			const covered = outline.filter(([x, y]) => worn.some((edge) => containsPoint(edge, x, y)));
			return covered.length > outline.length * mostCovered;
		});
		if (isCut) for (const brow of brows) marks.splice(marks.indexOf(brow), 1);
	}
}

/** Leaves out what grows on the brow where headgear would cut it, the whole row of it. */
export function clearBrow({ recorder: { marks } }: Studio, from: number): void {
	const worn = marks
		.slice(from)
		.filter((mark) => mark.kind === 'form' && mark.layer === layers.headgear && mark.shape.space === 'head')
		.map((mark) => refineOutline((mark as FormMark).shape.outline, 4));
	clearBrows(marks, from, worn);
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
