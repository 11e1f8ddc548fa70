import { definePart } from '../../engine/part.ts';
import { staff } from '../../wardrobe/carried.ts';
import { folds, highCollar, vCollar } from '../../wardrobe/garments.ts';
import { pointedHat } from '../../wardrobe/hats.ts';

export const wizard = definePart({
	slot: 'class',
	id: 'wizard',
	cloth: [
		[0.42, 0.13, 265],
		[0.4, 0.12, 300],
		[0.42, 0.1, 225],
		[0.38, 0.1, 20],
		[0.4, 0.07, 160],
		[0.34, 0.03, 280],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	hides: ['front-hair', 'crown'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		highCollar(s, kit.cloth);
		vCollar(s, kit, kit.trim, 0.84);
	},
	headgear(s, rig, kit) {
		pointedHat(s, rig, kit);
	},
	carry(s, _rig, kit) {
		staff(s, kit, [0.72, 0.16, s.stream('orb').pick([220, 150, 35, 310])]);
	},
});
