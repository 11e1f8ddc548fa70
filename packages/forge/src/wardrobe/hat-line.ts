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

/** Eyes that stand on top of the skull, as frogs have them: hats sit behind them. */
export const isBulgeEyed = (rig: Rig): boolean => rig.brow[1] > rig.eyeNear[1];

/** Where hats sit on a frog: on the brow behind its eyes. */
const frogHatY = 0.25;

/** The same wearer with the hat line moved up by `lift` half skull widths, and off eyes that fill the face. */
export function raised(rig: Rig, lift: number): Rig {
	const { hat } = rig;
	const y = isBulgeEyed(rig) ? frogHatY : hat.y - (lift + (rig.eyeHalf > 0.07 ? 0.2 : 0)) * hat.half;
	return { ...rig, hat: { ...hat, y } };
}

/** The wearer as hoods see it: wide enough for bulging eyes to look out. */
export const hoodLine = (rig: Rig): Rig =>
	isBulgeEyed(rig) ? { ...rig, hat: { x: rig.hat.x, y: 0.242, half: 0.254 } } : rig;
