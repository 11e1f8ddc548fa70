import { definePart } from '../../engine/part.ts';
import { lute } from '../../wardrobe/carried.ts';
import { vCollar } from '../../wardrobe/garments.ts';
import { beret } from '../../wardrobe/hats.ts';

export const bard = definePart({
	slot: 'class',
	id: 'bard',
	cloth: [
		[0.52, 0.14, 20],
		[0.5, 0.12, 190],
		[0.5, 0.13, 310],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	hides: ['front-hair', 'crown'],
	garment(s, _rig, kit) {
		for (const x of [0.2, 0.3, 0.7, 0.8])
			s.body.form(
				'garment',
				[
					[x - 0.014, 0.7, 0],
					[x + 0.014, 0.7, 0],
					[x + 0.018, 1.3, 0],
					[x - 0.018, 1.3, 0],
				],
				kit.trim,
				{ depth: 0.006, contour: false, clip: kit.torso },
			);
		vCollar(s, kit, s.colors.ramp('cloth', [0.93, 0.02, 90]), 0.8);
	},
	headgear(s, rig, kit) {
		beret(s, rig, kit, s.colors.ramp('cloth', [0.86, 0.1, 95]));
	},
	carry(s, _rig, kit) {
		lute(s, kit);
	},
});
