import { definePart } from '../../engine/part.ts';
import { ringedStaff } from '../../wardrobe/carried.ts';
import { folds, strap } from '../../wardrobe/garments.ts';
import { wearsStone } from '../../wardrobe/stone.ts';

export const monk = definePart({
	slot: 'class',
	id: 'monk',
	cloth: [
		[0.66, 0.15, 55],
		[0.6, 0.13, 40],
		[0.7, 0.12, 75],
	],
	trim: [0.44, 0.1, 30],
	trimMaterial: 'cloth',
	garment(s, rig, kit) {
		folds(s, rig, kit);
		strap(s, rig, kit, kit.trim, true);
		// A stone hangs where the beads in the middle would, the others close up on both sides of it.
		const beads = wearsStone(s) ? [0, 0.9, 1.8, 2.7, 5.3, 6.2, 7.1, 8] : [0, 1, 2, 3, 4, 5, 6, 7, 8];
		for (const i of beads)
			s.body.form(
				'collar',
				s.body.disc(0.36 + i * 0.036, 0.745 + Math.sin((i / 8) * Math.PI) * (wearsStone(s) ? 0.085 : 0.105), 0.0175),
				kit.leather,
				{ depth: 0.006, width: 0.8 },
			);
	},
	carry(s, _rig, kit) {
		ringedStaff(s, kit);
	},
});
