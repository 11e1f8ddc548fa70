import type { Rig } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';

/** Hat coordinates: x and y in half skull widths from the middle of the hat line. */
export function onHat(rig: Rig, points: readonly Point[]): Point[] {
	const { x, y, half } = rig.hat;
	return points.map(
		([u, v, smooth]): Point =>
			smooth === undefined ? [x + u * half, y + v * half] : [x + u * half, y + v * half, smooth],
	);
}

/** One spot in hat coordinates. */
export const spot = (rig: Rig, u: number, v: number): [number, number] => [
	rig.hat.x + u * rig.hat.half,
	rig.hat.y + v * rig.hat.half,
];
