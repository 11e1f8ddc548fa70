import { definePart } from '../../engine/part.ts';
import { crossedBlades } from '../../wardrobe/carried.ts';
import { folds, strap, vCollar } from '../../wardrobe/garments.ts';
import { hood } from '../../wardrobe/hoods.ts';

export const rogue = definePart({
	slot: 'class',
	id: 'rogue',
	cloth: [
		[0.3, 0.03, 285],
		[0.34, 0.05, 155],
		[0.32, 0.06, 20],
	],
	trim: [0.5, 0.03, 260],
	trimMaterial: 'cloth',
	hides: ['hair', 'ears', 'crown'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		strap(s, rig, kit, kit.leather);
		strap(s, rig, kit, kit.leather, true);
		vCollar(s, kit, kit.cloth);
	},
	headgear(s, rig, kit) {
		hood(s, rig, kit.cloth, kit.leather);
	},
	carry(s, _rig, kit) {
		crossedBlades(s, kit);
	},
});
