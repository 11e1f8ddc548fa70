import { definePart } from '../../engine/part.ts';

export const undeadTaint = definePart({
	slot: 'affliction',
	id: 'undead-taint',
	draw(s, rig) {
		const [x, y] = rig.cheekNear;
		s.head.glow('skinAffliction', [0.47, 0.46, 0.36], s.colors.tone([0.6, 0.05, 150]), {
			alpha: 0.6,
			blend: 'cover',
			clip: rig.headShape,
		});
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
		const thread = s.colors.tone([0.22, 0.03, 160]);
		s.head.line(
			'skinAffliction',
			[
				[x - 0.07, y + 0.04],
				[x, y + 0.02],
				[x + 0.06, y - 0.03],
			],
			thread,
			0.007,
			{ clip: rig.headShape, taper: 0.2 },
		);
		for (const t of [-0.05, -0.02, 0.015, 0.045])
			s.head.line(
				'skinAffliction',
				[
					[x + t - 0.004, y + 0.012 - t * 0.5],
					[x + t + 0.006, y + 0.042 - t * 0.5],
				],
				thread,
				0.008,
				{ clip: rig.headShape, taper: 0.2 },
			);
	},
});
