import { definePart } from '../../engine/part.ts';
import { blindfold, circlet } from '../../wardrobe/bands.ts';
import { folds, sunDevice, vCollar } from '../../wardrobe/garments.ts';

export const divineOracle = definePart({
	slot: 'class',
	id: 'divine-oracle',
	cloth: [
		[0.88, 0.03, 80],
		[0.84, 0.05, 280],
	],
	trim: [0.8, 0.12, 88],
	garment(s, rig, kit) {
		folds(s, rig, kit);
		vCollar(s, kit, kit.trim, 0.8);
		sunDevice(s, 0.505, 0.905, 0.03, kit.trim);
	},
	headgear(s, rig, kit) {
		blindfold(s, rig, kit.cloth, kit.trim.deep);
		const { x, y, half } = rig.hat;
		circlet(s, rig, kit.trim, [0.85, 0.1, 95], 0.07);
		s.head.line(
			'earFar',
			[
				[x - half * 1.1, y - half * 0.5],
				[x - half * 0.6, y - half * 1.25],
				[x + half * 0.2, y - half * 1.45],
				[x + half * 0.95, y - half * 1.1],
				[x + half * 1.3, y - half * 0.35],
			],
			kit.trim.light,
			0.018,
			{ taper: 0.3 },
		);
	},
});
