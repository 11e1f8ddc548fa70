import { definePart } from '../../engine/part.ts';

export const divineMadness = definePart({
	slot: 'affliction',
	id: 'divine-madness',
	draw(s, rig) {
		const gold = s.colors.tone([0.88, 0.14, 92]);
		for (const eye of [rig.eyeNear, rig.eyeFar]) {
			const [x, y] = eye;
			s.head.line(
				'skinAffliction',
				[
					[x, y],
					[x + 0.008, y - 0.008],
					[x + 0.012, y + 0.008],
					[x - 0.008, y + 0.016],
					[x - 0.02, y - 0.004],
					[x - 0.004, y - 0.022],
					[x + 0.022, y - 0.012],
				],
				gold,
				0.008,
				{ taper: 0.2, clip: rig.headShape },
			);
			s.head.line(
				'skinAffliction',
				[
					[x - 0.01, y + rig.eyeHalf * 0.7],
					[x - 0.014, y + 0.08],
					[x - 0.004, y + 0.14],
				],
				gold,
				0.017,
				{ clip: rig.headShape },
			);
			s.head.glow('skinAffliction', [x, y + 0.06, 0.08], gold, { alpha: 0.4 });
		}
		const [cx, cy] = rig.crown;
		s.head.form(
			'back',
			s.head.shape(
				[
					[cx - 0.24, cy + 0.06],
					[cx - 0.02, cy - 0.13],
					[cx + 0.26, cy - 0.1],
					[cx + 0.08, cy + 0.06],
				],
				[
					[cx - 0.2, cy + 0.045],
					[cx + 0.06, cy + 0.035],
					[cx + 0.2, cy - 0.08],
					[cx - 0.01, cy - 0.1],
				],
			),
			s.colors.ramp('metal', [0.86, 0.13, 92]),
			{ depth: 0.006, width: 0.7 },
		);
	},
});
