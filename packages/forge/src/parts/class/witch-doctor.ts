import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { rattle } from '../../wardrobe/carried-magic.ts';
import { furMantle, neckCord } from '../../wardrobe/garments.ts';
import { halfMask } from '../../wardrobe/half-mask.ts';
import { isBulgeEyed } from '../../wardrobe/hat-line.ts';
import { wearsCasket, wearsStone } from '../../wardrobe/stone.ts';

export const witchDoctor = definePart({
	slot: 'class',
	id: 'witch-doctor',
	cloth: [
		[0.46, 0.1, 40],
		[0.44, 0.09, 160],
	],
	trim: [0.82, 0.04, 85],
	trimMaterial: 'cloth',
	hides: ['brow-band', 'brows', 'shoulders'],
	garment(s, rig, kit) {
		const mantle = furMantle(s, rig, s.colors.ramp('cloth', [0.54, 0.15, 35]));
		if (wearsCasket(s)) return;
		neckCord(
			s,
			mantle,
			points('0.376 0.67, 0.4 0.775, 0.45 0.8, 0.5 0.815, 0.55 0.8, 0.6 0.775, 0.624 0.67'),
			kit.leather.ink,
		);
		for (const [i, x] of [0.4, 0.45, 0.5, 0.55, 0.6].entries()) {
			// A stone hangs in the middle tooth's place.
			if (i === 2 && wearsStone(s)) continue;
			s.body.form(
				'collar',
				[
					[x - 0.016, 0.775 + (2 - Math.abs(i - 2)) * 0.016, 0.3],
					[x + 0.016, 0.775 + (2 - Math.abs(i - 2)) * 0.016, 0.3],
					[x, 0.85 + (2 - Math.abs(i - 2)) * 0.018, 0.1],
				],
				kit.trim,
				{ depth: 0.006 },
			);
		}
	},
	headgear(s, rig, kit) {
		const feather = [
			s.colors.ramp('cloth', [0.62, 0.17, 30]),
			s.colors.ramp('cloth', [0.7, 0.13, 95]),
			s.colors.ramp('cloth', [0.6, 0.12, 200]),
		];
		const bulging = isBulgeEyed(rig);
		const { x, half } = rig.hat;
		const y = rig.hat.y + (bulging ? 0.075 : half * 0.16);
		for (const [i, u] of [-0.7, -0.35, 0, 0.35, 0.7].entries())
			s.head.form(
				bulging ? 'hairBack' : 'headgear',
				[
					[x + u * half, y, 0.2],
					[x + u * half * 1.3 - 0.03, y - half * 0.75],
					[x + u * half * 1.75, y - half * (1.7 - Math.abs(u)), 0.1],
					[x + u * half * 1.3 + 0.034, y - half * 0.7],
				],
				feather[i % 3]!,
				{ depth: 0.008, rim: true },
			);
		// Pale wood on dark faces, dark wood on pale ones.
		halfMask(s, rig, s.colors.ramp('leather', rig.skin.from[0] < 0.62 ? [0.8, 0.08, 82] : [0.46, 0.1, 46]));
		circlet(s, rig, kit.leather, undefined, 0.14);
	},
	carry(s) {
		rattle(s);
	},
});
