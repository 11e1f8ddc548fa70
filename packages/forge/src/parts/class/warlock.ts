import { definePart } from '../../engine/part.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { grimoire } from '../../wardrobe/carried-magic.ts';
import { folds, highCollar } from '../../wardrobe/garments.ts';

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
	emblem: {
		at: [0.505, 0.87],
		reach: 0.038,
		draw(s, { cloth }, [x, y], layer) {
			s.body.form(layer, s.body.disc(x, y, 0.036, 0.026), s.colors.ramp('gem', [0.72, 0.17, 135]), { depth: 0.008 });
			s.body.pattern(layer, null, [s.body.disc(x, y, 0.008, 0.022)], cloth.ink);
		},
	},
	garment(s, rig, kit) {
		folds(s, rig, kit);
		highCollar(s, kit.cloth, 0.09);
	},
	headgear(s, rig, kit) {
		circlet(s, rig, kit.leather, [0.7, 0.17, 135]);
	},
	carry(s, _rig, kit) {
		grimoire(s, kit);
	},
});
