import { definePart } from '../../engine/part.ts';
import { redBlade } from '../../wardrobe/carried-magic.ts';
import { coat, strap } from '../../wardrobe/garments.ts';
import { tricorn } from '../../wardrobe/hats.ts';

export const bloodHunter = definePart({
	slot: 'class',
	id: 'blood-hunter',
	cloth: [
		[0.28, 0.03, 20],
		[0.3, 0.05, 350],
	],
	trim: [0.52, 0.18, 25],
	trimMaterial: 'cloth',
	hides: ['front-hair', 'crown'],
	garment(s, rig, kit) {
		coat(s, rig, kit, s.colors.ramp('cloth', [0.5, 0.16, 25]));
		strap(s, rig, kit, kit.leather);
	},
	headgear(s, rig, kit) {
		tricorn(s, rig, kit);
	},
	carry(s, _rig, kit) {
		redBlade(s, kit);
	},
});
