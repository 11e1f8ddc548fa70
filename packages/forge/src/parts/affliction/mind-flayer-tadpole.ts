import type { Lch } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Studio } from '../../engine/studio.ts';

/** What has made its home behind the temple: the skin is raised over its coils, bruised around them. */
function drawBulge(s: Studio, { skin, headShape, eyeNear, eyeHalf }: Rig): void {
	const [x, y] = [eyeNear[0] + eyeHalf * 0.35, eyeNear[1] - eyeHalf * 2.0];
	const swollen = s.colors.ramp('skin', [skin.from[0], Math.max(0.05, skin.from[1]), 320]);
	s.head.glow('markings', [x, y, eyeHalf * 2.6], s.colors.tone([0.42, 0.14, 310]), {
		alpha: 0.55,
		blend: 'cover',
		clip: headShape,
	});
	for (const [dx, dy, rx, ry, turn] of [
		[-1.35, 0.16, 0.52, 0.4, -24],
		[-0.66, -0.14, 0.58, 0.46, -12],
		[0.08, -0.18, 0.6, 0.48, 8],
		[0.78, 0.1, 0.54, 0.44, 26],
		[1.32, 0.55, 0.4, 0.34, 44],
	] as const)
		s.head.form(
			'markings',
			s.head.disc(x + dx * eyeHalf, y + dy * eyeHalf, rx * eyeHalf, ry * eyeHalf, turn),
			swollen,
			{ depth: 0.009, width: 0.7, contour: false, clip: headShape },
		);
}

export const mindFlayerTadpole = definePart({
	slot: 'affliction',
	id: 'mind-flayer-tadpole',
	skin: ([L, C, h]: Lch): Lch => [L + (0.7 - L) * 0.18, C * 0.6 + 0.012, h + (((310 - h + 540) % 360) - 180) * 0.2],
	draw(s, rig) {
		const violet = s.colors.tone([0.66, 0.19, 305]);
		const [ex, ey] = rig.eyeNear;
		const r = rig.eyeHalf;
		drawBulge(s, rig);
		s.head.glow('skinAffliction', [ex, ey, r * 1.9], violet, { alpha: 0.7 });
		for (const line of [
			[
				[ex + r, ey - 0.01],
				[ex + r * 1.6, ey - 0.03],
				[ex + r * 2.1, ey - 0.02],
			],
			[
				[ex + r * 0.9, ey - 0.03],
				[ex + r * 1.3, ey - 0.08],
				[ex + r * 1.8, ey - 0.1],
			],
			[
				[ex + r, ey + 0.02],
				[ex + r * 1.5, ey + 0.05],
				[ex + r * 1.6, ey + 0.1],
			],
			[
				[ex - r * 0.2, ey + r],
				[ex - r * 0.1, ey + r * 1.5],
				[ex - r * 0.5, ey + r * 1.9],
			],
		] as const)
			s.head.line('skinAffliction', line, violet, 0.011, { clip: rig.headShape });
		for (const k of [0.5, 0.28])
			s.head.line(
				'skinAffliction',
				[
					[ex - r * k, ey],
					[ex, ey - r * k],
					[ex + r * k, ey],
					[ex, ey + r * k],
					[ex - r * k, ey],
				],
				violet,
				0.007,
				{ taper: 0, clip: rig.headShape },
			);
	},
});
