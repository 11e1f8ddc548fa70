import { definePart } from '../../engine/part.ts';

export const mindFlayerTadpole = definePart({
	slot: 'affliction',
	id: 'mind-flayer-tadpole',
	draw(s, rig) {
		const violet = s.colors.tone([0.66, 0.19, 305]);
		const [ex, ey] = rig.eyeNear;
		const r = rig.eyeHalf;
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
