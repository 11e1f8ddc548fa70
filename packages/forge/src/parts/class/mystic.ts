import { definePart } from '../../engine/part.ts';
import { orbiters } from '../../wardrobe/carried.ts';
import { folds, scarf } from '../../wardrobe/garments.ts';

export const mystic = definePart({
	slot: 'class',
	id: 'mystic',
	cloth: [
		[0.5, 0.1, 300],
		[0.5, 0.09, 200],
	],
	trim: [0.86, 0.05, 290],
	trimMaterial: 'cloth',
	garment(s, rig, kit) {
		folds(s, rig, kit);
		scarf(s, s.colors.ramp('cloth', [0.62, 0.1, 290]));
	},
	headgear(s, rig) {
		const [x, y] = rig.brow;
		s.head.form(
			'headgear',
			[
				[x - 0.036, y, 0.2],
				[x, y - 0.02],
				[x + 0.036, y, 0.2],
				[x, y + 0.02],
			],
			s.colors.ramp('gem', [0.78, 0.16, 300]),
			{ depth: 0.006, width: 0.8, contour: false },
		);
		s.head.glow('headgear', [x, y, 0.06], s.colors.tone([0.8, 0.15, 300]), { alpha: 0.5 });
	},
	carry(s) {
		orbiters(s, [
			[0.75, 0.14, 300],
			[0.75, 0.14, 200],
			[0.78, 0.13, 95],
		]);
	},
});
