import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import { greatAxe } from '../../wardrobe/carried.ts';
import { furMantle } from '../../wardrobe/garments.ts';
import { wearsCasket, wearsStone } from '../../wardrobe/stone.ts';

export const barbarian = definePart({
	slot: 'class',
	id: 'barbarian',
	cloth: [
		[0.5, 0.07, 50],
		[0.42, 0.06, 35],
	],
	trim: [0.82, 0.04, 85],
	trimMaterial: 'cloth',
	garment(s, rig, kit) {
		furMantle(s, rig, s.colors.ramp('fur', [0.5, 0.05, 60]));
		if (wearsCasket(s)) return;
		s.body.line(
			'collar',
			points('0.395 0.725, 0.435 0.77, 0.505 0.806, 0.575 0.77, 0.615 0.725'),
			kit.leather.ink,
			0.01,
			{
				taper: 0.2,
			},
		);
		// A stone hangs between the teeth.
		for (const x of wearsStone(s) ? [0.418, 0.45, 0.56, 0.592] : [0.465, 0.505, 0.545]) {
			const y = 0.806 - 0.6 * Math.max(0, Math.abs(x - 0.505) - 0.015);
			s.body.form(
				'collar',
				[
					[x - 0.014, y, 0.3],
					[x + 0.012, y, 0.3],
					[x, y + 0.057, 0.1],
				],
				kit.trim,
				{ depth: 0.005, width: 0.8 },
			);
		}
	},
	headgear(s, rig) {
		const paint = s.colors.tone([0.45, 0.14, 25], 0.8);
		for (const x of [0.55, 0.59, 0.63])
			s.head.line(
				'markings',
				[
					[x, rig.cheekNear[1] - 0.035],
					[x + 0.012, rig.cheekNear[1] + 0.045],
				],
				paint,
				0.017,
				{ clip: rig.headShape, taper: 0.6 },
			);
	},
	carry(s, _rig, kit) {
		greatAxe(s, kit);
	},
});
