import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findRoom } from '../../wardrobe/floating.ts';

/** Signs between two lines around the neck. */
function drawCollarOfSigns(s: Studio, red: string): void {
	for (const line of [
		points('0.42 0.675, 0.46 0.705, 0.51 0.716, 0.56 0.705, 0.6 0.672'),
		points('0.41 0.715, 0.455 0.748, 0.51 0.76, 0.565 0.748, 0.61 0.712'),
	] as const)
		s.body.line('neckFur', line, red, 0.011, { taper: 0.3 });
	for (const [x, y] of [
		[0.445, 0.718],
		[0.488, 0.735],
		[0.535, 0.735],
		[0.578, 0.716],
	] as const)
		s.body.pattern(
			'neckFur',
			null,
			[
				s.body.facet([
					[x, y - 0.017],
					[x + 0.01, y],
					[x, y + 0.017],
					[x - 0.01, y],
				]),
			],
			red,
		);
}

export const bloodCurse = definePart({
	slot: 'affliction',
	id: 'blood-curse',
	draw(s, rig, placement) {
		const red = s.colors.tone([0.5, 0.2, 25]);
		for (const eye of [rig.eyeNear, rig.eyeFar])
			s.head.glow('skinAffliction', [eye[0], eye[1], rig.eyeHalf * 0.85], s.colors.tone([0.56, 0.23, 25]), {
				alpha: 0.75,
				blend: 'cover',
				clip: rig.headShape,
			});
		const [x, y] = rig.cheekNear;
		const at = (dx: number, dy: number): Point => [x + dx, y + dy];
		s.head.pattern(
			'skinAffliction',
			rig.headShape,
			[s.head.shape([[x, y - 0.055, 0.1], at(0.026, 0.005), at(0, 0.032), at(-0.026, 0.005)])],
			red,
		);
		for (const line of [
			[at(-0.055, -0.04), at(-0.04, 0.025), at(0, 0.062), at(0.042, 0.025), at(0.056, -0.04)],
			[at(0, 0.06), at(0.003, 0.09), at(-0.002, 0.125)],
			[at(0.045, 0.03), at(0.062, 0.06), at(0.06, 0.09)],
			[at(-0.043, 0.028), at(-0.055, 0.06), at(-0.05, 0.09)],
		])
			s.head.line('skinAffliction', line, red, 0.017, { clip: rig.headShape, taper: 0.6 });
		if (rig.neck !== 'none') drawCollarOfSigns(s, red);
		const drop = s.colors.ramp('gem', [0.54, 0.21, 25]);
		const room = findRoom(s, placement);
		for (const [x0, y0, r] of [
			[0.14, 0.36, 0.03],
			[0.1, 0.5, 0.022],
			[0.87, 0.34, 0.03],
			[0.91, 0.47, 0.034],
			[0.27, 0.11, 0.02],
			[0.8, 0.6, 0.022],
			[0.73, 0.12, 0.018],
		] as const) {
			const at = room([x0, y0 - r * 0.4], r * 1.5);
			if (!at) continue;
			const [px, py] = [at[0], at[1] + r * 0.4];
			s.body.form(
				'back',
				[
					[px, py - r * 1.9, 0.1],
					[px + r, py],
					[px, py + r],
					[px - r, py],
				],
				drop,
				{ depth: 0.005, width: 0.7 },
			);
		}
	},
});
