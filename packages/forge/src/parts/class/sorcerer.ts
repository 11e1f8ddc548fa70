import { definePart } from '../../engine/part.ts';
import { flameBall } from '../../wardrobe/carried-magic.ts';
import { folds, highCollar } from '../../wardrobe/garments.ts';

export const sorcerer = definePart({
	slot: 'class',
	id: 'sorcerer',
	cloth: [
		[0.44, 0.15, 15],
		[0.42, 0.14, 330],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	garment(s, rig, kit) {
		folds(s, rig, kit);
		highCollar(s, kit.cloth, 0.03);
	},
	carry(s) {
		flameBall(s);
	},
});
