import type { Outgrowth, SnoutKind } from '../engine/recorder.ts';
import type { Studio } from '../engine/studio.ts';

/**
 * Draws an ear, a horn or a fin and notes where it leaves the skull, so that what is worn over it can open for it.
 * @param place middle of its root, its tip, and half the root's width, in the head space
 */
export function outgrow<Drawn>(s: Studio, place: Omit<Outgrowth, 'marks'>, draw: () => Drawn): Drawn {
	const { marks, outgrowths } = s.recorder;
	const from = marks.length;
	const drawn = draw();
	outgrowths.push({ ...place, marks: marks.slice(from) });
	return drawn;
}

/** Whether a hood lies over both sides of the head; a helm or coif leaves the ears' place open. */
export const isHooded = ({ hidden }: Studio): boolean =>
	hidden.has('hair') && hidden.has('ears') && !hidden.has('headgear');

/** Whether a close cap of cloth covers the ears and leaves the hair behind the neck. */
export const isCoifed = ({ hidden }: Studio): boolean => hidden.has('ears') && !hidden.has('hair');

/** Whether a great helm encloses the head: ears that stand up have no room in it, and steel has no slits for them. */
export const isHelmed = ({ hidden }: Studio): boolean => hidden.has('headgear');

/** Whether the face has a beak, which cloth leaves free. */
export const isBeaked = ({ recorder }: Studio): boolean => recorder.snoutKind === 'beak';

/** Whether a trunk hangs from the face, before mouth and collar. */
export const hasTrunk = ({ recorder }: Studio): boolean => recorder.snoutKind === 'trunk';

/** Draws a long muzzle, a beak or a trunk and notes it: closed helms leave it out, and veils go by its kind. */
export function drawAsSnout<Drawn>(s: Studio, kind: SnoutKind, draw: () => Drawn): Drawn {
	const { marks, snout } = s.recorder;
	const from = marks.length;
	const drawn = draw();
	snout.push(...marks.slice(from));
	s.recorder.snoutKind = kind;
	return drawn;
}
