import { definePart } from '../../engine/part.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { smokeBlade } from '../../wardrobe/carried-magic.ts';
import { folds, scarf } from '../../wardrobe/garments.ts';
import { mouthVeil } from '../../wardrobe/masks.ts';
import { veilSnout } from '../../wardrobe/openings.ts';

export const shadowDancer = definePart({
	slot: 'class',
	id: 'shadow-dancer',
	cloth: [
		[0.28, 0.06, 295],
		[0.26, 0.04, 260],
	],
	trim: [0.6, 0.13, 320],
	trimMaterial: 'cloth',
	hides: ['mouth', 'brow-band'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		scarf(s, kit.cloth);
	},
	headgear(s, rig, kit) {
		// A shade lighter than the scarf below it, so that the jaw is seen.
		const [L, C, h] = kit.cloth.from;
		const silk = s.colors.ramp('cloth', [L + 0.08, C, h]);
		mouthVeil(s, rig, silk);
		veilSnout(s, silk);
		circlet(s, rig, kit.cloth, [0.66, 0.16, 320], 0.12);
	},
	carry(s, _rig, kit) {
		smokeBlade(s, kit);
	},
});
