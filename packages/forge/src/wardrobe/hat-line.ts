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

/** Eyes that stand on top of the skull, as frogs have them: hats must rest on them instead of hiding them. */
export const isBulgeEyed = (rig: Rig): boolean => rig.brow[1] > rig.eyeNear[1];

/** The same wearer with the hat line moved up by `lift` half skull widths, and off eyes that bulge above the crown or fill the face. */
export function raised(rig: Rig, lift: number): Rig {
	const { hat } = rig;
	return {
		...rig,
		hat: { ...hat, y: hat.y - (lift + (isBulgeEyed(rig) ? 0.28 : rig.eyeHalf > 0.07 ? 0.2 : 0)) * hat.half },
	};
}

/** The wearer as hoods see it: wide enough for bulging eyes to look out. */
export const hoodLine = (rig: Rig): Rig =>
	isBulgeEyed(rig) ? { ...rig, hat: { x: rig.hat.x, y: 0.24, half: 0.238 } } : rig;
