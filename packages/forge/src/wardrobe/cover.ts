import { containsPoint, transformPoint } from '../engine/bounds.ts';
import type { Matrix } from '../engine/placement.ts';
import type { FillMark, FormMark, Mark } from '../engine/recorder.ts';
import { ellipseOutline, type Point, refineOutline, type Shape, type Space } from '../engine/shape.ts';

/** Where the spaces of one figure lie in the picture. */
export type Places = Readonly<Record<Space, Matrix>>;

/** Points of a round thing by which it is judged how much of it can be seen: three rings of twelve in its disc. */
export const spotsOf = (x: number, y: number, radius: number): readonly Point[] =>
	[0.28, 0.62, 0.98].flatMap((share) => ellipseOutline(x, y, radius * share, radius * share, 0, 12));

/** What hides what lies behind it: forms, wings of clear skin too, and lines and spots that stand for themselves. */
export function isSolid(mark: Mark): mark is FormMark | FillMark {
	if (mark.kind === 'form') return (mark.options.alpha ?? 1) > 0.5;
	return mark.kind === 'fill' && !mark.clip && mark.alpha > 0.5;
}

/** Tells which spots of the picture lie inside a shape. */
function lieIn(shape: Shape, places: Places): (spot: Point) => boolean {
	const [a, b, c, d, e, f] = places[shape.space];
	const edge = shape.straight ? shape.outline : refineOutline(shape.outline, 3);
	const det = a * d - b * c;
	return ([x, y]) => {
		const [dx, dy] = [x - e, y - f];
		return containsPoint(edge, (d * dx - c * dy) / det, (a * dy - b * dx) / det);
	};
}

/** Which spots of the picture `marks` cover. */
export function findCovered(marks: readonly Mark[], places: Places, spots: readonly Point[]): ReadonlySet<Point> {
	let [left, right, top, bottom] = [9, -9, 9, -9];
	for (const [x, y] of spots) {
		[left, right] = [Math.min(left, x), Math.max(right, x)];
		[top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
	}
	const covered = new Set<Point>();
	for (const mark of marks) {
		if (!isSolid(mark)) continue;
		const box = transformPoint(mark.shape.bounds, places[mark.shape.space]);
		if (box.right < left || box.left > right || box.top > bottom || box.bottom < top) continue;
		const isUnder = lieIn(mark.shape, places);
		// Horns end in a clip at their root, yet all the rest of them covers.
		const clip = mark.kind === 'form' ? mark.options.clip : undefined;
		const isShown = clip ? lieIn(clip, places) : () => true;
		for (const spot of spots) if (isUnder(spot) && isShown(spot)) covered.add(spot);
	}
	return covered;
}

/** How much of a round thing in the picture, given by its spots, `marks` cover, 0 to 1. */
export const measureCover = (marks: readonly Mark[], places: Places, spots: readonly Point[]): number =>
	findCovered(marks, places, spots).size / spots.length;
