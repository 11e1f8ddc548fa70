import { definePart } from '../../engine/part.ts';
import { totem } from '../../wardrobe/carried-magic.ts';
import { furMantle } from '../../wardrobe/garments.ts';

export const elementalShaman = definePart({
	slot: 'class',
	id: 'elemental-shaman',
	cloth: [
		[0.48, 0.08, 55],
		[0.46, 0.07, 80],
	],
	trim: [0.86, 0.03, 90],
	hides: ['front-hair'],
	garment(s, rig) {
		furMantle(s, rig, s.colors.ramp('fur', [0.58, 0.07, 65]));
		for (const [x, h] of [
			[0.38, 30],
			[0.465, 95],
			[0.55, 155],
			[0.635, 235],
		] as const)
			s.body.form('collar', s.body.disc(x, 0.85, 0.024), s.colors.ramp('gem', [0.66, 0.16, h]), {
				depth: 0.008,
				width: 0.8,
			});
	},
	headgear(s, rig, kit) {
		const { x, y, half } = rig.hat;
		const bone = kit.trim;
		s.head.form(
			'headgear',
			[
				[x - half * 1.02, y + 0.01, 0.4],
				[x - half * 0.95, y - half * 0.7],
				[x - half * 0.2, y - half * 1.15],
				[x + half * 0.7, y - half * 0.95],
				[x + half * 1.08, y - half * 0.2],
				[x + half * 1.02, y + 0.03, 0.3],
				[x + half * 0.4, y - 0.01],
				[x - half * 0.05, y + half * 0.46, 0.3],
				[x - half * 0.4, y + half * 0.4, 0.3],
				[x - half * 0.55, y],
			],
			bone,
			{ depth: 0.018, rim: true },
		);
		for (const [u, r] of [
			[-0.5, 0.17],
			[0.28, 0.2],
		] as const)
			s.head.pattern(
				'headgear',
				null,
				[s.head.disc(x + u * half, y - half * 0.32, half * r, half * r * 1.1)],
				bone.ink,
			);
	},
	carry(s) {
		totem(s);
	},
});
