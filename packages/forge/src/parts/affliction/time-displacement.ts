import { definePart } from '../../engine/part.ts';

export const timeDisplacement = definePart({
	slot: 'affliction',
	id: 'time-displacement',
	draw(s, rig) {
		const ghost = s.colors.ramp('skin', [0.8, 0.08, 220]);
		for (const dx of [-0.07, 0.07])
			s.head.pattern(
				'hairBack',
				null,
				[
					s.head.shape(
						rig.headShape.outline.map(([x, y, k]) =>
							k === undefined ? ([x + dx, y] as const) : ([x + dx, y, k] as const),
						),
					),
				],
				ghost.light,
				0.28,
			);
		const gold = s.colors.tone([0.86, 0.09, 95]);
		for (let i = 0; i < 9; i++) {
			const angle = Math.PI * (1.05 + i * 0.112);
			const at = (r: number) => [0.5 + Math.cos(angle) * r, 0.42 + Math.sin(angle) * r] as const;
			s.head.line('back', [at(0.33), at(i % 4 === 0 ? 0.385 : 0.36)], gold, 0.014, { taper: 0.2 });
		}
		s.head.line(
			'back',
			[
				[0.175, 0.37],
				[0.24, 0.2],
				[0.38, 0.105],
				[0.5, 0.085],
				[0.62, 0.105],
				[0.76, 0.2],
				[0.825, 0.37],
			],
			gold,
			0.01,
			{ taper: 0.3 },
		);
	},
});
