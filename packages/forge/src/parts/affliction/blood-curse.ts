import { definePart } from '../../engine/part.ts';

export const bloodCurse = definePart({
	slot: 'affliction',
	id: 'blood-curse',
	draw(s, rig) {
		const red = s.colors.tone([0.5, 0.2, 25]);
		for (const eye of [rig.eyeNear, rig.eyeFar])
			s.head.glow('skinAffliction', [eye[0], eye[1], rig.eyeHalf * 0.85], s.colors.tone([0.56, 0.23, 25]), {
				alpha: 0.75,
				blend: 'cover',
				clip: rig.headShape,
			});
		const [x, y] = rig.cheekNear;
		for (const line of [
			[
				[x - 0.03, y - 0.03],
				[x, y - 0.045],
				[x + 0.03, y - 0.03],
				[x + 0.03, y + 0.02],
				[x, y + 0.06],
				[x - 0.03, y + 0.02],
				[x - 0.03, y - 0.03],
			],
			[
				[x, y - 0.06],
				[x, y + 0.08],
			],
			[
				[x - 0.045, y + 0.005],
				[x + 0.045, y + 0.0],
			],
		] as const)
			s.head.line('skinAffliction', line, red, 0.01, { clip: rig.headShape, taper: 0.2 });
		const drop = s.colors.ramp('gem', [0.54, 0.21, 25]);
		for (const [px, py, r] of [
			[0.14, 0.3, 0.017],
			[0.1, 0.46, 0.012],
			[0.86, 0.26, 0.016],
			[0.9, 0.44, 0.02],
			[0.2, 0.16, 0.012],
			[0.8, 0.6, 0.012],
		] as const)
			s.body.form(
				'aura',
				[
					[px, py - r * 1.9, 0.1],
					[px + r, py],
					[px, py + r],
					[px - r, py],
				],
				drop,
				{ depth: 0.005, width: 0.7 },
			);
	},
});
