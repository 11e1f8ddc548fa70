import { definePart } from '../../engine/part.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { smokeBlade } from '../../wardrobe/carried-magic.ts';
import { folds, scarf } from '../../wardrobe/garments.ts';
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
	hides: ['mouth'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		scarf(s, kit.cloth);
	},
	headgear(s, rig, kit) {
		const veil = [
			[0.32, rig.mouth[1] - 0.062],
			[0.45, rig.mouth[1] - 0.05],
			[0.7, rig.mouth[1] - 0.085],
			[0.7, 0.72],
			[0.32, 0.72],
		] as const;
		// A shade lighter than the scarf below it, so that the jaw is seen.
		const [L, C, h] = kit.cloth.from;
		const silk = s.colors.ramp('cloth', [L + 0.08, C, h]);
		s.head.form('faceCover', veil, silk, { depth: 0.016, width: 0.9, contour: false, clip: rig.headShape });
		veilSnout(s, silk, rig.coversCollar);
		circlet(s, rig, kit.cloth, [0.66, 0.16, 320], 0.12);
	},
	carry(s, _rig, kit) {
		smokeBlade(s, kit);
	},
});
