import { definePart } from '../../engine/part.ts';
import { banner } from '../../wardrobe/carried-craft.ts';
import { gorget, pauldrons, strap } from '../../wardrobe/garments.ts';
import { openHelm } from '../../wardrobe/helms.ts';

export const battleMaster = definePart({
	slot: 'class',
	id: 'battle-master',
	cloth: [
		[0.4, 0.12, 260],
		[0.42, 0.13, 20],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	hides: ['hair', 'crown', 'shoulders'],
	garment(s, rig, kit) {
		gorget(s, kit);
		strap(s, rig, kit, kit.trim);
		pauldrons(s, rig, kit.metal, kit.trim);
	},
	headgear(s, rig, kit) {
		openHelm(s, rig, kit, s.colors.ramp('cloth', [0.5, 0.17, 25]));
	},
	carry(s, _rig, kit) {
		banner(s, kit);
	},
});
