import { drawFangs } from '../../anatomy/fangs.ts';
import { drawHackles, drawWhiskers } from '../../anatomy/wolf-fur.ts';
import type { Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { clawCloth } from '../../wardrobe/torn.ts';

/** Bristling brows over both eyes. */
function drawBrows(s: Studio, { eyeNear, eyeFar, eyeHalf, headShape }: Rig, fur: Ramp): void {
	for (const [[x, y], side] of [
		[eyeNear, 1],
		[eyeFar, -0.78],
	] as const) {
		const at = (along: number, up: number, smooth: number): Point => [
			x + along * side * eyeHalf,
			y - up * eyeHalf,
			smooth,
		];
		s.head.form(
			'brows',
			[
				at(-1.0, 0.86, 0.2),
				at(-0.1, 1.42, 1),
				at(0.85, 1.95, 0.1),
				at(0.9, 1.52, 0.4),
				at(1.5, 1.72, 0.1),
				at(1.3, 1.22, 0.4),
				at(1.72, 1.1, 0.1),
				at(0.9, 0.96, 1),
				at(-0.1, 0.98, 1),
			],
			fur,
			{ depth: 0.007, width: 0.7, contour: false, clip: headShape },
		);
	}
}

/** The bristling brows grow in place of the face's own, which would be a second pair beside them. */
function leaveOutBrows({ hidden, recorder: { marks } }: Studio): void {
	const brows = marks.filter(({ layer }) => layer === layers.brows);
	// A mask's brows are carved, with spots on them; where headgear left out the bristling ones, the others stay.
	if (hidden.has('brows') || !brows.some(({ kind }) => kind === 'form')) return;
	for (const brow of brows) if (brow.kind === 'fill') marks.splice(marks.indexOf(brow), 1);
}

export const lycanthropy = definePart({
	slot: 'affliction',
	id: 'lycanthropy',
	draw(s, rig, _placement, family) {
		// Fur darker than pale skins and paler than dark ones, so that it shows on every face.
		const fur = s.colors.ramp('fur', rig.skin.from[0] > 0.56 ? [0.38, 0.06, 50] : [0.68, 0.06, 65]);
		clawCloth(s);
		drawHackles(s, rig, fur);
		if (rig.lips) drawWhiskers(s, rig, fur);
		// Brows painted over a closed helm, a mask or goggles would be taken for its own.
		if (!s.hidden.has('eyes') && !s.hidden.has('brows')) drawBrows(s, rig, fur);
		// Tusks leave no room for them.
		if (rig.lips && family !== 'tusked') drawFangs(s, rig.lips, rig.skin.ink, { length: 0.034, half: 0.01 });
		for (const [[x, y], reach] of [
			[rig.eyeNear, 0.85],
			[rig.eyeFar, 0.75],
		] as const)
			s.head.glow('skinAffliction', [x, y, rig.eyeHalf * reach], s.colors.tone([0.84, 0.17, 92]), {
				alpha: 0.9,
				blend: 'cover',
				clip: rig.headShape,
			});
	},
	finish: leaveOutBrows,
});
