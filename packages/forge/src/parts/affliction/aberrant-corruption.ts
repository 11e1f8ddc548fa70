import { definePart } from '../../engine/part.ts';

export const aberrantCorruption = definePart({
	slot: 'affliction',
	id: 'aberrant-corruption',
	draw(s, rig) {
		const [x, y] = rig.brow;
		const patch = s.colors.ramp('gem', [0.6, 0.13, 320]);
		const cheek = rig.cheekNear;
		s.head.pattern(
			'skinAffliction',
			rig.headShape,
			[s.head.disc(cheek[0] + 0.02, cheek[1] + 0.01, 0.06, 0.045)],
			patch.base,
			0.55,
		);
		for (const [dx, dy] of [
			[-0.015, -0.01],
			[0.02, 0.012],
			[0.035, -0.02],
		] as const)
			s.head.pattern(
				'skinAffliction',
				rig.headShape,
				[s.head.disc(cheek[0] + dx, cheek[1] + dy, 0.012)],
				patch.light,
				0.8,
			);
		const lid = s.head.form(
			'aura',
			[
				[x - 0.042, y, 0.3],
				[x, y - 0.028],
				[x + 0.042, y, 0.3],
				[x, y + 0.028],
			],
			s.colors.ramp('skin', [0.92, 0.05, 95]),
			{ depth: 0.006, contour: false },
		);
		s.head.pattern('aura', lid, [s.head.disc(x, y, 0.021)], patch.deep);
		s.head.pattern('aura', lid, [s.head.disc(x, y + 0.006, 0.014, 0.01)], patch.light);
		s.head.pattern('aura', lid, [s.head.disc(x, y, 0.005, 0.017)], s.colors.tone([0.15, 0.03, 300]));
		s.head.pattern('aura', lid, [s.head.disc(x - 0.008, y - 0.009, 0.006)], s.colors.tone([0.98, 0.01, 95]));
	},
});
