import { definePart } from '../../engine/part.ts';

export const voidTouched = definePart({
	slot: 'affliction',
	id: 'void-touched',
	draw(s, rig) {
		const { headShape } = rig;
		const dark = s.colors.tone([0.17, 0.07, 285]);
		const rift = s.head.shape([
			[0.61, 0.32],
			[0.645, 0.24, 0.4],
			[0.7, 0.1, 0.1],
			[0.76, 0.2],
			[0.75, 0.7],
			[0.5, 0.7],
			[0.55, 0.61, 0.3],
			[0.53, 0.54],
			[0.6, 0.5, 0.3],
			[0.57, 0.42],
			[0.62, 0.37, 0.3],
		]);
		s.head.pattern('skinAffliction', headShape, [rift], dark, 0.92);
		const star = s.stream('void');
		s.head.pattern(
			'skinAffliction',
			headShape,
			Array.from({ length: 20 }, () =>
				s.head.disc(star.range(0.56, 0.68), star.range(0.32, 0.64), star.range(0.002, 0.006)),
			).filter((_, i) => i % 5 !== 4),
			s.colors.tone([0.95, 0.05, 270]),
		);
		s.head.glow(
			'skinAffliction',
			[rig.eyeNear[0], rig.eyeNear[1], rig.eyeHalf * 1.2],
			s.colors.tone([0.7, 0.17, 295]),
			{ alpha: 0.7 },
		);
		s.head.line(
			'skinAffliction',
			[
				[0.7, 0.1],
				[0.645, 0.24],
				[0.612, 0.31],
				[0.62, 0.37],
				[0.57, 0.42],
				[0.6, 0.5],
				[0.53, 0.54],
				[0.55, 0.61],
				[0.5, 0.68],
			],
			s.colors.tone([0.75, 0.15, 300]),
			0.009,
			{ clip: headShape, taper: 0.2 },
		);
	},
});
