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

/** The same wearer with the hat line moved up by `lift` half skull widths, for wide brims that would hide the eyes. */
export const raised = (rig: Rig, lift: number): Rig => ({
	...rig,
	hat: { ...rig.hat, y: rig.hat.y - lift * rig.hat.half },
});

/**
 * The wearer as bands see it: on skulls whose eyes bulge above the crown a band runs across the brow below them.
 * `inside` says that the band must end at the skull's outline.
 */
export function bandLine(rig: Rig): { readonly line: Rig; readonly inside: boolean } {
	const inside = rig.brow[1] > rig.eyeNear[1];
	return { inside, line: inside ? { ...rig, hat: { x: rig.brow[0], y: rig.brow[1], half: 0.25 } } : rig };
}
