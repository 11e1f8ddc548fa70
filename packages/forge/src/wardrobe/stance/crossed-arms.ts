import type { Kit } from '../../engine/part.ts';
import type { Spot } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawForearm } from './arm.ts';
import { handShapes, openGrip } from './hand.ts';
import type { Stance } from './stance.ts';

/** How wide an upper arm is before the chest. */
const upperArm = 0.17;

/** Low enough to lie outside of the picture however the figure is placed in it. */
const rootY = 1.25;

/**
 * Arms crossed before the chest, the near one in front: each forearm rises from its own elbow, below the picture, to a
 * hand on the other upper arm.
 */
export function drawCrossedArms(s: Studio, kit: Kit, { build, nearBuild, girth, step, shoulder }: Stance): void {
	const inner = shoulder - upperArm * girth;
	for (const isFar of [true, false]) {
		const { skin } = isFar ? build : nearBuild;
		const place = ([x, y]: Spot): Spot => [isFar ? 1 - x : x, y];
		const at: Spot = [1 - inner, isFar ? 0.915 : 0.935];
		const grip = openGrip(s, { at: place(at), turn: isFar ? -100 : -94, step, layer: 'hand', isFar });
		drawForearm(s, kit, {
			skin,
			layer: 'hand',
			girth: girth * 1.1,
			elbow: place([shoulder - 0.1, isFar ? 1.12 : 1.07]),
			root: place([shoulder - 0.06, rootY]),
			wrist: grip.at(...handShapes.laid.wrist),
		});
		const from = s.recorder.marks.length;
		handShapes.laid.before(grip, isFar ? build : nearBuild);
		s.recorder.noteHand(s.recorder.marks.slice(from));
	}
}
