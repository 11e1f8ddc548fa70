import { definePart } from '../../engine/part.ts';

export const lichPhylacteryBound = definePart({
	slot: 'affliction',
	id: 'lich-phylactery-bound',
	draw(s, rig) {
		const green = s.colors.tone([0.82, 0.2, 145]);
		for (const eye of [rig.eyeNear, rig.eyeFar]) {
			s.head.glow('skinAffliction', [eye[0], eye[1], rig.eyeHalf * 0.95], s.colors.tone([0.18, 0.04, 160]), {
				alpha: 0.9,
				blend: 'cover',
				clip: rig.headShape,
			});
			s.head.glow('skinAffliction', [eye[0], eye[1], rig.eyeHalf * 0.8], green, { alpha: 0.8 });
			s.head.pattern(
				'skinAffliction',
				null,
				[s.head.disc(eye[0], eye[1], rig.eyeHalf * 0.17)],
				s.colors.tone([0.96, 0.08, 140]),
			);
		}
		const iron = s.colors.ramp('metal', [0.5, 0.03, 160]);
		s.body.line(
			'aura',
			[
				[0.4, 0.74],
				[0.38, 0.82],
				[0.385, 0.86],
			],
			green,
			0.009,
			{ taper: 0.3 },
		);
		s.body.form(
			'aura',
			[
				[0.35, 0.86, 0.2],
				[0.42, 0.86, 0.2],
				[0.425, 0.925, 0.2],
				[0.345, 0.925, 0.2],
			],
			iron,
			{ depth: 0.008 },
		);
		s.body.glow('aura', [0.385, 0.892, 0.07], green, { alpha: 0.7 });
		s.body.pattern(
			'aura',
			null,
			[
				s.body.disc(0.385, 0.887, 0.011),
				s.body.facet([
					[0.38, 0.887],
					[0.39, 0.887],
					[0.394, 0.912],
					[0.376, 0.912],
				]),
			],
			s.colors.tone([0.9, 0.17, 145]),
		);
	},
});
