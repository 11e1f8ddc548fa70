import type { Lch, Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { Mark } from '../engine/recorder.ts';
import type { Studio } from '../engine/studio.ts';

/** What a tone becomes under a coat of another that covers so much of it. */
function coat([L, C, h]: Lch, [L2, C2, h2]: Lch, share: number): Lch {
	const along = (own: number, other: number) => own + (other - own) * share;
	const across = (turn: (radians: number) => number) =>
		along(C * turn((h * Math.PI) / 180), C2 * turn((h2 * Math.PI) / 180));
	const [a, b] = [across(Math.cos), across(Math.sin)];
	return [along(L, L2), Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

const tones = ['base', 'light', 'shade', 'deep', 'spec'] as const;

/** Gives the near ear, which is drawn over the skull, the tone of the near half of a face that is coated with another. */
export function coatNearEar(s: Studio, skin: Ramp, tone: Lch, share: number): void {
	const { marks } = s.recorder;
	const coated = s.colors.ramp('skin', coat(skin.from, tone, share));
	const recolor = (mark: Mark): Mark => {
		if (mark.kind === 'form') return mark.ramp === skin ? { ...mark, ramp: coated } : mark;
		const known = mark.kind === 'fill' && tones.find((name) => skin[name] === mark.color);
		return known ? { ...mark, color: coated[known] } : mark;
	};
	marks.forEach((mark, i) => {
		if (mark.layer !== layers.earNear && mark.layer !== layers.ears) return;
		if ('shape' in mark && mark.shape.space === 'head' && mark.shape.bounds.left > nearSide) marks[i] = recolor(mark);
	});
}

/** What grows on the near side of a skull lies to the right of this. */
const nearSide = 0.54;
