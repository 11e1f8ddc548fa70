import { layers } from '../../engine/layers.ts';
import type { Recorder } from '../../engine/recorder.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';

/** How far a face reaches to both sides of the figure's middle, in the body space. */
export interface FaceReach {
	readonly far: number;
	readonly near: number;
}

/** Between eyes and chin: the heights at which things are held up beside the face. */
const [highest, lowest] = [0.36, 0.72];

const measured = new WeakMap<Recorder, readonly [left: number, right: number]>();

/** The sides of eyes, cheeks, snout and moustache as the race drew them, whatever is laid on the face later. */
function findSides({ recorder }: Studio): readonly [left: number, right: number] {
	const known = measured.get(recorder);
	if (known) return known;
	let [left, right] = [0.34, 0.67];
	for (const mark of recorder.marks) {
		if (mark.kind !== 'form' || mark.shape.space === 'body' || mark.layer === layers.earNear) continue;
		if (mark.layer < layers.head || (mark.layer > layers.brows && mark.layer !== layers.beard)) continue;
		for (const [x, y] of mark.shape.outline) {
			if (y < highest || y > lowest) continue;
			if (x < left) left = x;
			if (x > right) right = x;
		}
	}
	const sides = [left, right] as const;
	measured.set(recorder, sides);
	return sides;
}

/** How far from the middle a blade before the breast points past the face. */
const bladeSide = 0.2;

/** Whether what a hand before the breast holds would stand before trunk, snout or jaws. */
export function fillsBreast(s: Studio): boolean {
	const [left, right] = findSides(s);
	return s.recorder.snoutKind !== null || left < 0.5 - bladeSide || right > 0.5 + bladeSide;
}

/** Measures the drawn face; `isTurned` where the shoulders face the other way than the head. */
export function measureFace(s: Studio, rig: Rig, isTurned: boolean): FaceReach {
	const [left, right] = findSides(s);
	const wide = s.look.headWidth * rig.headScale * s.style.proportions.headWidth;
	const [toLeft, toRight] = [(0.5 - left) * wide, (right - 0.5) * wide];
	return isTurned ? { far: toRight, near: toLeft } : { far: toLeft, near: toRight };
}

/** How far the inner edge of what floats over the far palm lies from the middle, and a held thing's from its hand's middle. */
const [floatEdge, heldHalf] = [0.222, 0.085];
/** Further out, things would leave the picture. */
const mostShift = 0.045;
/** Hands lower than this are below every snout. */
const lowHand = 0.8;

const limit = (shift: number) => Math.max(0, Math.min(mostShift, shift));

/** How far what floats over the far palm moves out so that it does not touch the face. */
export const clearFar = ({ far }: FaceReach): number => limit(far - floatEdge + 0.012);

/** How far a raised near hand moves out so that neither it nor what it holds touches the face. */
export const clearNear = ({ near }: FaceReach, [x, y]: readonly [number, number]): number =>
	y < lowHand ? limit(near + heldHalf - (x - 0.5)) : 0;
