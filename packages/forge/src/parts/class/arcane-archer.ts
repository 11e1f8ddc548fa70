import { definePart } from '../../engine/part.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { longbow, quiver, quiverStrap } from '../../wardrobe/carried.ts';
import { folds, vCollar } from '../../wardrobe/garments.ts';

export const arcaneArcher = definePart({
	slot: 'class',
	id: 'arcane-archer',
	cloth: [
		[0.44, 0.1, 185],
		[0.42, 0.1, 285],
	],
	trim: [0.86, 0.03, 215],
	trimMaterial: 'cloth',
	hides: ['brow-band'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		quiverStrap(s, rig, kit);
		vCollar(s, kit, kit.trim);
	},
	headgear(s, rig, kit) {
		circlet(s, rig, kit.trim, [0.76, 0.15, 200], 0.09);
	},
	carry(s, _rig, kit) {
		longbow(s, s.colors.ramp('gem', [0.8, 0.14, 200]), s.colors.tone([0.92, 0.08, 200]));
		s.body.glow('back', [0.1, 0.45, 0.2], s.colors.tone([0.75, 0.14, 200]), { alpha: 0.5 });
		quiver(s, kit, s.colors.ramp('gem', [0.78, 0.14, 200]));
	},
});
