import { definePart } from '../../engine/part.ts';
import { coat } from '../../wardrobe/garments.ts';

export const chronoMage = definePart({
	slot: 'class',
	id: 'chrono-mage',
	cloth: [
		[0.42, 0.08, 215],
		[0.4, 0.09, 255],
	],
	trim: [0.72, 0.1, 75],
	garment(s, rig, kit) {
		coat(s, rig, kit, s.colors.ramp('cloth', [0.88, 0.03, 85]));
	},
	headgear(s, rig, kit) {
		const [x, y] = rig.eyeNear;
		const r = rig.eyeHalf * 1.25;
		s.head.form(
			'headgear',
			s.head.shape(
				[
					[x, y - r],
					[x + r, y],
					[x, y + r],
					[x - r, y],
				],
				[
					[x, y - r * 0.84],
					[x - r * 0.84, y],
					[x, y + r * 0.84],
					[x + r * 0.84, y],
				],
			),
			kit.trim,
			{ depth: 0.004, width: 0.5, contour: false },
		);
		s.head.line(
			'headgear',
			[
				[x + r, y + 0.01],
				[x + r * 1.3, y + 0.1],
				[x + r * 0.9, y + 0.22],
			],
			kit.trim.deep,
			0.006,
			{ taper: 0.1 },
		);
	},
	carry(s, _rig, kit) {
		const gold = kit.trim;
		s.body.form(
			'back',
			s.body.shape(
				[
					[0.18, 0.16],
					[0.265, 0.195],
					[0.3, 0.28],
					[0.265, 0.365],
					[0.18, 0.4],
					[0.095, 0.365],
					[0.06, 0.28],
					[0.095, 0.195],
				],
				[
					[0.18, 0.19],
					[0.116, 0.216],
					[0.09, 0.28],
					[0.116, 0.344],
					[0.18, 0.37],
					[0.244, 0.344],
					[0.27, 0.28],
					[0.244, 0.216],
				],
			),
			gold,
			{ depth: 0.008 },
		);
		s.body.line(
			'back',
			[
				[0.18, 0.28],
				[0.18, 0.205],
			],
			gold.light,
			0.014,
			{ taper: 0.2 },
		);
		s.body.line(
			'back',
			[
				[0.18, 0.28],
				[0.235, 0.31],
			],
			gold.light,
			0.014,
			{ taper: 0.2 },
		);
	},
});
