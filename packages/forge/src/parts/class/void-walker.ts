import { definePart } from '../../engine/part.ts';
import { voidSphere } from '../../wardrobe/carried-magic.ts';
import { folds, vCollar } from '../../wardrobe/garments.ts';
import { hood } from '../../wardrobe/hoods.ts';

export const voidWalker = definePart({
	slot: 'class',
	id: 'void-walker',
	cloth: [
		[0.24, 0.06, 285],
		[0.22, 0.05, 265],
	],
	trim: [0.66, 0.14, 290],
	trimMaterial: 'cloth',
	hides: ['hair', 'ears', 'crown'],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		const stars = s.stream('void-stars');
		s.body.pattern(
			'garment',
			kit.torso,
			Array.from({ length: 26 }, () =>
				s.body.disc(stars.range(0.1, 0.92), stars.range(0.75, 0.95), stars.range(0.002, 0.006)),
			),
			s.colors.tone([0.93, 0.05, 280]),
		);
		vCollar(s, kit, kit.trim, 0.8);
	},
	headgear(s, rig, kit) {
		hood(s, rig, kit.cloth, kit.cloth);
	},
	carry(s) {
		voidSphere(s);
	},
});
