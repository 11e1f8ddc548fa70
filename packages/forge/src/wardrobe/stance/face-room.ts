import { growsOnJaw, layers } from '../../engine/layers.ts';
import type { Recorder } from '../../engine/recorder.ts';
import type { Studio } from '../../engine/studio.ts';

/** From above the eyes to the chin: the heights at which things are held up beside the face. */
const [highest, lowest] = [0.285, 0.72];

const measured = new WeakMap<Recorder, readonly [left: number, right: number]>();

/** The sides of eyes, cheeks, snout and moustache as the race drew them, whatever is laid on the face later. */
function findSides({ recorder }: Studio): readonly [left: number, right: number] {
	const known = measured.get(recorder);
	if (known) return known;
	let [left, right] = [0.34, 0.67];
	for (const mark of recorder.marks) {
		if (mark.kind !== 'form' || mark.shape.space === 'body' || mark.layer === layers.earNear) continue;
		if (mark.layer < layers.head || (mark.layer > layers.brows && !growsOnJaw(mark.layer))) continue;
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

/** Snouts that reach further than this from the middle of the square are long: they end beside the face, not before it. */
const longFrom = 0.29;

/** Whether a beak or muzzle stands so far out of the face that it would cross what stands behind a shoulder. */
export const isLongSnouted = ({ recorder: { snout, snoutKind } }: Studio): boolean =>
	snoutKind !== 'trunk' && snout.some((mark) => mark.kind === 'form' && mark.shape.bounds.left < longFrom);
