import { hasTrunk, isBeaked } from '../../anatomy/outgrowth.ts';
import { containsPoint } from '../../engine/bounds.ts';
import type { Lch } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Spot } from '../../engine/rig.ts';
import { refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

/** Whether hair grows on the face there. */
function isHairy({ recorder: { marks } }: Studio, x: number, y: number): boolean {
	return marks.some(
		(mark) =>
			mark.kind === 'form' && mark.layer === layers.beard && containsPoint(refineOutline(mark.shape.outline, 4), x, y),
	);
}

/** A full beard surrounds the mouth, which then shows on it. */
const showsMouth = ({ recorder: { marks } }: Studio, x: number, y: number): boolean =>
	marks.some(
		(mark) =>
			mark.kind === 'fill' &&
			mark.layer === layers.beard &&
			mark.shape.loops === 1 &&
			containsPoint(mark.shape.outline, x, y),
	);

/**
 * Two fangs over the lower lip, short above a beard, and none where a moustache or a trunk hangs over the whole mouth or a
 * beak has no lips.
 */
function drawFangs(s: Studio, [mx, my]: Spot): void {
	if (isBeaked(s) || hasTrunk(s)) return;
	const length = isHairy(s, mx, my + 0.036) ? 0.024 : 0.036;
	const places = [-0.026, 0.034].map((dx) => mx + dx);
	if (places.every((x) => isHairy(s, x, my + 0.014)) && !showsMouth(s, mx + 0.004, my + 0.014)) return;
	for (const x of places)
		s.head.form(
			// Above a mouth in a full beard, and under a veil.
			'beard',
			[
				[x - 0.009, my, 0.3],
				[x, my + length, 0.05],
				[x + 0.009, my, 0.3],
			],
			s.colors.ramp('bone', [0.96, 0.02, 95]),
			{ depth: 0.004, width: 0.6, contour: false },
		);
}

export const vampirism = definePart({
	slot: 'affliction',
	id: 'vampirism',
	skin: ([L, C]: Lch): Lch => [L + (0.93 - L) * 0.5, C * 0.3, 295],
	draw(s, rig, family) {
		for (const [x, y] of [rig.eyeNear, rig.eyeFar])
			s.head.glow('markings', [x, y + 0.008, rig.eyeHalf * 1.7], s.colors.tone([0.34, 0.12, 5]), {
				alpha: 0.6,
				blend: 'cover',
				clip: rig.headShape,
			});
		for (const eye of [rig.eyeNear, rig.eyeFar])
			s.head.glow('skinAffliction', [eye[0], eye[1], rig.eyeHalf * 0.66], s.colors.tone([0.54, 0.23, 25]), {
				alpha: 0.85,
				blend: 'cover',
				clip: rig.headShape,
			});
		const [vx, vy] = [rig.eyeNear[0] + rig.eyeHalf * 1.3, rig.eyeNear[1]];
		for (const vein of [
			[
				[vx - 0.01, vy + 0.02],
				[vx + 0.018, vy - 0.016],
				[vx + 0.014, vy - 0.06],
				[vx + 0.03, vy - 0.1],
			],
			[
				[vx + 0.016, vy - 0.02],
				[vx + 0.04, vy - 0.045],
			],
			[
				[vx - 0.03, vy + 0.055],
				[vx - 0.012, vy + 0.09],
				[vx - 0.03, vy + 0.13],
			],
		] as const)
			s.head.line('markings', vein, s.colors.tone([0.5, 0.09, 300]), 0.008, { clip: rig.headShape, alpha: 0.75 });
		// A grille has no lips for fangs to come out of.
		if (family !== 'construct') drawFangs(s, rig.mouth);
		const wing = s.colors.ramp('cloth', [0.28, 0.08, 10]);
		for (const side of [1, -1])
			s.body.form(
				'back',
				[
					[0.5 + side * 0.12, 0.76, 0.2],
					[0.5 + side * 0.2, 0.6],
					[0.5 + side * 0.34, 0.47, 0.1],
					[0.5 + side * 0.31, 0.58],
					[0.5 + side * 0.39, 0.6, 0.1],
					[0.5 + side * 0.32, 0.68],
					[0.5 + side * 0.36, 0.75, 0.1],
					[0.5 + side * 0.24, 0.82, 0.2],
				],
				wing,
				{ depth: 0.014 },
			);
	},
});
