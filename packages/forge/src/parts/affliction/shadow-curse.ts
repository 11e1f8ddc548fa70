import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';

export const shadowCurse = definePart({
	slot: 'affliction',
	id: 'shadow-curse',
	draw(s, rig) {
		const ink = s.colors.tone([0.16, 0.05, 290]);
		s.head.glow('skinAffliction', [0.33, 0.5, 0.21], ink, { alpha: 0.95, blend: 'cover', clip: rig.headShape });
		s.head.pattern(
			'skinAffliction',
			rig.headShape,
			[
				s.head.shape(
					points(
						'0.1 0.1, 0.4 0.1, 0.36 0.24 0.4, 0.42 0.3 0.1, 0.345 0.36 0.4, 0.385 0.5 0.4, 0.44 0.54 0.1, 0.37 0.57 0.4, 0.4 0.64, 0.46 0.69 0.1, 0.38 0.8, 0.1 0.8',
					),
				),
			],
			ink,
			0.82,
		);
		s.head.glow('skinAffliction', [rig.eyeFar[0], rig.eyeFar[1], 0.05], s.colors.tone([0.8, 0.14, 300]), {
			alpha: 0.8,
		});
		for (const [x0, y0, w] of [
			[0.29, 0.62, 0.05],
			[0.26, 0.5, 0.038],
			[0.32, 0.32, 0.034],
		] as const)
			s.head.line(
				'back',
				[
					[x0 + 0.05, y0 + 0.05],
					[x0 - 0.05, y0 - 0.03],
					[x0 - 0.08, y0 - 0.12],
					[x0 - 0.03, y0 - 0.2],
					[x0 - 0.07, y0 - 0.28],
				],
				ink,
				w,
				{ alpha: 0.8 },
			);
	},
});
