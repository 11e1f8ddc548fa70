import type { Lch } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';

export const undeadTaint = definePart({
	slot: 'affliction',
	id: 'undead-taint',
	skin: ([L]: Lch): Lch => [Math.min(0.74, Math.max(0.5, L * 0.95)), 0.042, 138],
	draw(s, rig) {
		const [x, y] = rig.cheekNear;
		s.head.line(
			'skinAffliction',
			[
				[x + 0.05, y - 0.03],
				[x - 0.01, y + 0.03],
				[x - 0.04, y + 0.08],
			],
			rig.skin.deep,
			0.04,
			{ clip: rig.headShape, alpha: 0.5 },
		);
		for (const [ex, ey] of [rig.eyeNear, rig.eyeFar])
			s.head.glow('markings', [ex, ey + 0.012, rig.eyeHalf * 1.9], s.colors.tone([0.24, 0.05, 330]), {
				alpha: 0.75,
				blend: 'cover',
				clip: rig.headShape,
			});
		// Sewn into the skin, so a beard hangs over it.
		const thread = s.colors.tone(rig.skin.from[0] > 0.5 ? [0.22, 0.03, 160] : [0.82, 0.06, 140]);
		s.head.line(
			'mouth',
			[
				[x - 0.07, y + 0.04],
				[x, y + 0.02],
				[x + 0.06, y - 0.03],
			],
			thread,
			0.011,
			{ clip: rig.headShape, taper: 0.2 },
		);
		for (const t of [-0.05, -0.02, 0.015, 0.045])
			s.head.line(
				'mouth',
				[
					[x + t - 0.004, y + 0.012 - t * 0.5],
					[x + t + 0.006, y + 0.042 - t * 0.5],
				],
				thread,
				0.012,
				{ clip: rig.headShape, taper: 0.2 },
			);
	},
});
