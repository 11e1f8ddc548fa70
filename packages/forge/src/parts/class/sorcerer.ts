import { definePart } from '../../engine/part.ts';
import { flameBall } from '../../wardrobe/carried-magic.ts';
import { folds, highCollar } from '../../wardrobe/garments.ts';

export const sorcerer = definePart({
	slot: 'class',
	id: 'sorcerer',
	cloth: [
		[0.44, 0.15, 15],
		[0.42, 0.14, 330],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	garment(s, rig, kit) {
		folds(s, rig, kit);
		highCollar(s, kit.cloth, 0.03);
		for (const [x, y] of [
			[0.4, 0.85],
			[0.62, 0.85],
			[0.36, 0.91],
			[0.66, 0.91],
		] as const)
			s.body.line(
				'collar',
				[
					[x - 0.014, y + 0.02],
					[x, y - 0.02],
					[x + 0.014, y + 0.02],
				],
				kit.trim.light,
				0.009,
				{ taper: 0.2 },
			);
	},
	carry(s) {
		flameBall(s);
	},
});
