import { definePart } from '../../engine/part.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { grimoire } from '../../wardrobe/carried-magic.ts';
import { folds, highCollar } from '../../wardrobe/garments.ts';
import { wearsStone } from '../../wardrobe/stone.ts';

export const warlock = definePart({
	slot: 'class',
	id: 'warlock',
	cloth: [
		[0.34, 0.1, 305],
		[0.32, 0.09, 330],
	],
	trim: [0.7, 0.16, 135],
	trimMaterial: 'cloth',
	hides: ['brow-band'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		highCollar(s, kit.cloth, 0.09);
		if (wearsStone(s)) return;
		s.body.form('collar', s.body.disc(0.505, 0.87, 0.036, 0.026), s.colors.ramp('gem', [0.72, 0.17, 135]), {
			depth: 0.008,
		});
		s.body.pattern('collar', null, [s.body.disc(0.505, 0.87, 0.008, 0.022)], kit.cloth.ink);
	},
	headgear(s, rig, kit) {
		circlet(s, rig, kit.leather, [0.7, 0.17, 135]);
	},
	carry(s, _rig, kit) {
		grimoire(s, kit);
	},
});
