import { definePart } from '../../engine/part.ts';
import { mace } from '../../wardrobe/carried.ts';
import { sunEmblem } from '../../wardrobe/emblem.ts';
import { tabard, vCollar } from '../../wardrobe/garments.ts';
import { coif } from '../../wardrobe/hoods.ts';

export const cleric = definePart({
	slot: 'class',
	id: 'cleric',
	cloth: [
		[0.86, 0.03, 90],
		[0.8, 0.04, 75],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	hides: ['front-hair', 'ears', 'crown'],
	emblem: sunEmblem(0.905, 0.042),
	garment(s, _rig, kit) {
		const panel = s.colors.ramp('cloth', [0.46, 0.13, 25]);
		tabard(s, kit, panel);
		vCollar(s, kit, kit.trim, 0.78);
	},
	headgear(s, rig, kit) {
		coif(s, rig, kit.cloth, kit.trim);
	},
	carry(s, _rig, kit) {
		mace(s, kit);
	},
});
