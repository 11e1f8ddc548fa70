import { containsPoint } from '../engine/bounds.ts';
import { layers } from '../engine/layers.ts';
import type { Spot } from '../engine/rig.ts';
import { type Point, refineOutline } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** The corners of the bust square whose ground the divinity's seal needs, however the figure is placed. */
const sealCorner = { aside: 0.26, bottom: 0.27 };

/** Finds which round spots beside the figure are free: apart from the seal's corners and from what is carried on the back. */
export function findFreeSpots(s: Studio): (at: Spot, radius: number) => boolean {
	const edges: (readonly Point[])[] = [];
	for (const mark of s.recorder.marks) {
		if (mark.kind !== 'form' || mark.shape.space !== 'body') continue;
		if (mark.layer === layers.back || mark.layer >= layers.emblem) edges.push(refineOutline(mark.shape.outline, 3));
	}
	return ([x, y], radius) => {
		if (y - radius < sealCorner.bottom && Math.abs(x - 0.5) + radius > sealCorner.aside) return false;
		return !edges.some(
			(edge) =>
				containsPoint(edge, x, y) ||
				edge.some(([px, py]) => (px - x) ** 2 + (py - y) ** 2 < radius * radius) ||
				// The middle of a long edge may come closer than its ends.
				[0, 1, 2, 3, 4, 5, 6, 7].some((i) =>
					containsPoint(edge, x + Math.cos((i * Math.PI) / 4) * radius, y + Math.sin((i * Math.PI) / 4) * radius),
				),
		);
	};
}
