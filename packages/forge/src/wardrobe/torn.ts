import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import { points } from '../engine/points.ts';
import type { FormMark, Mark } from '../engine/recorder.ts';
import type { Studio } from '../engine/studio.ts';

const isTorso = (mark: Mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.torso;

/** Three parallel slits of a claw in the cloth of the far breast; straps, mantles and collars lie over them. */
export function clawCloth(s: Studio, skin: Ramp): void {
	const torso = s.recorder.marks.find(isTorso);
	if (!torso) return;
	for (const slit of [
		points('0.228 0.828, 0.246 0.872, 0.272 0.928'),
		points('0.266 0.808, 0.286 0.862, 0.316 0.93'),
		points('0.304 0.802, 0.324 0.852, 0.35 0.908'),
	] as const) {
		s.body.line('torso', slit, torso.ramp.ink, 0.021, { taper: 1, clip: torso.shape });
		s.body.line('torso', slit, skin.shade, 0.008, { taper: 1, clip: torso.shape });
	}
}
