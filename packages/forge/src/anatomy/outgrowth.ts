import type { Recorder } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';

/**
 * Draws an ear, a horn or a fin and notes where it leaves the skull, so that what is worn over it can open for it.
 * @param place middle of its root, its tip, and half the root's width, in the head space
 */
export function outgrow<Drawn>(
	s: Studio,
	place: { readonly base: Spot; readonly tip: Spot; readonly half: number },
	draw: () => Drawn,
): Drawn {
	const { marks, outgrowths } = s.recorder;
	const from = marks.length;
	const drawn = draw();
	outgrowths.push({ ...place, marks: marks.slice(from) });
	return drawn;
}

const beaked = new WeakSet<Recorder>();

/** Whether the face has a beak, which cloth leaves free. */
export const isBeaked = ({ recorder }: Studio): boolean => beaked.has(recorder);

/** Notes that the face has a beak. */
export function noteBeak({ recorder }: Studio): void {
	beaked.add(recorder);
}

/** Draws a long beak and notes it, both as a beak and as any snout. */
export function drawAsBeak<Drawn>(s: Studio, draw: () => Drawn): Drawn {
	noteBeak(s);
	return drawAsSnout(s, draw);
}

/** Draws a long muzzle, a beak or a trunk and notes it, so that closed helms leave it out and veils are wound around it. */
export function drawAsSnout<Drawn>(s: Studio, draw: () => Drawn): Drawn {
	const { marks, snout } = s.recorder;
	const from = marks.length;
	const drawn = draw();
	snout.push(...marks.slice(from));
	return drawn;
}
