import { points } from '../engine/points.ts';
import type { Point } from '../engine/shape.ts';

type Loop = readonly Point[];

/** Where the forehead is, within which a fringe ends. */
const forehead = { left: 0.358, right: 0.652, top: 0.2, bottom: 0.43 } as const;

/** The middle of a band around the brow, from the near side of the forehead to the far one. */
const browBand: Loop = points('0.645 0.31, 0.578 0.323, 0.508 0.327, 0.43 0.322, 0.365 0.309');

const isOnForehead = ([x, y]: Point): boolean =>
	x > forehead.left && x < forehead.right && y > forehead.top && y < forehead.bottom;

/** Hair under a band: it is closed down to the band, and none of its tips hangs out below. */
export function closeToBand(loops: readonly Loop[]): readonly Loop[] {
	const [loop] = loops;
	if (!loop) return loops;
	// Curls overlap each other, and what lies under them fills the gaps between them.
	if (loops.length > 1) return [...loops, [[0.37, 0.24], [0.64, 0.24], ...browBand]];
	const start = loop.findIndex((point, i) => isOnForehead(point) && !isOnForehead(loop.at(i - 1)!));
	if (start < 0) return loops;
	const turned = [...loop.slice(start), ...loop.slice(0, start)];
	const end = turned.findIndex((point) => !isOnForehead(point));
	return [[...browBand, ...turned.slice(end)]];
}
