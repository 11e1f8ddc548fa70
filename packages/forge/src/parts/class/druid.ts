import { definePart } from '../../engine/part.ts';
import { leafCrown } from '../../wardrobe/bands.ts';
import { gnarledStaff } from '../../wardrobe/carried.ts';
import { furMantle } from '../../wardrobe/garments.ts';

export const druid = definePart({
	slot: 'class',
	id: 'druid',
	cloth: [
		[0.44, 0.07, 120],
		[0.4, 0.07, 90],
	],
	trim: [0.62, 0.13, 130],
	trimMaterial: 'cloth',
	hides: ['brow-band', 'shoulders', 'crest'],
	garment(s, rig) {
		furMantle(s, rig, s.colors.ramp('fur', [0.46, 0.09, 130]));
	},
	headgear(s, rig) {
		leafCrown(s, rig, s.colors.ramp('cloth', [0.62, 0.13, 130]), s.colors.ramp('bone', [0.56, 0.075, 62]));
	},
	carry(s) {
		gnarledStaff(s);
	},
});
