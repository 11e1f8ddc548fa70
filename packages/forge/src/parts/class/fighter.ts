import { definePart } from '../../engine/part.ts';
import { browPlate, circlet } from '../../wardrobe/bands.ts';
import { swordOnBack } from '../../wardrobe/carried.ts';
import { pauldrons, strap, vCollar } from '../../wardrobe/garments.ts';

export const fighter = definePart({
	slot: 'class',
	id: 'fighter',
	cloth: [
		[0.44, 0.12, 25],
		[0.42, 0.1, 255],
		[0.46, 0.09, 70],
	],
	trim: [0.74, 0.02, 250],
	trimMaterial: 'metal',
	hides: ['brow-band', 'shoulders'],
	garment(s, rig, kit) {
		vCollar(s, kit, kit.leather);
		// In the tunic's own colour the edge would be a piece of sleeve.
		pauldrons(s, rig, kit.metal, kit.leather);
		strap(s, rig, kit, kit.leather);
	},
	headgear(s, rig, kit) {
		browPlate(s, rig, kit, circlet(s, rig, kit.cloth, undefined, 0.15));
	},
	carry(s, _rig, kit) {
		swordOnBack(s, kit);
	},
});
