import { definePart } from '../../engine/part.ts';
import { longbow, quiver, quiverStrap } from '../../wardrobe/carried.ts';
import { cape, folds } from '../../wardrobe/garments.ts';
import { hood } from '../../wardrobe/hoods.ts';

export const ranger = definePart({
	slot: 'class',
	id: 'ranger',
	cloth: [
		[0.42, 0.09, 145],
		[0.4, 0.08, 125],
		[0.4, 0.07, 165],
	],
	trim: [0.42, 0.06, 55],
	trimMaterial: 'cloth',
	hides: ['hair', 'ears', 'crown', 'shoulders'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		quiverStrap(s, rig, kit);
		cape(s, rig, kit.cloth);
	},
	headgear(s, rig, kit) {
		hood(s, rig, kit.cloth, kit.leather, s.colors.ramp('cloth', [0.62, 0.16, 30]));
	},
	carry(s, _rig, kit) {
		longbow(s, kit.leather, s.colors.tone([0.9, 0.02, 90]));
		quiver(s, kit, s.colors.ramp('cloth', [0.62, 0.16, 30]));
	},
});
