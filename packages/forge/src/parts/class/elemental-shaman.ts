import { definePart } from '../../engine/part.ts';
import type { Point } from '../../engine/shape.ts';
import { beastSkull } from '../../wardrobe/beast-skull.ts';
import { totem } from '../../wardrobe/carried-magic.ts';
import { furMantle, neckCord } from '../../wardrobe/garments.ts';
import { wearsCasket, wearsStone } from '../../wardrobe/stone.ts';

export const elementalShaman = definePart({
	slot: 'class',
	id: 'elemental-shaman',
	cloth: [
		[0.48, 0.08, 55],
		[0.46, 0.07, 80],
	],
	trim: [0.86, 0.03, 90],
	trimMaterial: 'cloth',
	hides: ['front-hair', 'crown', 'shoulders'],
	garment(s, rig, kit) {
		const mantle = furMantle(s, rig, s.colors.ramp('fur', [0.58, 0.07, 65]));
		if (wearsCasket(s)) return;
		// A magical stone hangs between the two pairs.
		const apart = wearsStone(s) ? 0.03 : 0;
		const beads = [
			[0.38 - apart * 0.5, 0.842, 30],
			[0.465 - apart, 0.858, 95],
			[0.55 + apart, 0.858, 155],
			[0.635 + apart * 0.5, 0.842, 235],
		] as const;
		const cord: readonly Point[] = [
			[0.372, 0.67],
			[0.356, 0.77],
			...beads.map(([x, y]): Point => [x, y]),
			[0.659, 0.77],
			[0.643, 0.67],
		];
		neckCord(s, mantle, cord, kit.leather.ink);
		for (const [x, y, h] of beads)
			s.body.form('collar', s.body.disc(x, y, 0.024), s.colors.ramp('gem', [0.66, 0.16, h]), {
				depth: 0.008,
				width: 0.8,
			});
	},
	headgear(s, rig, kit) {
		beastSkull(s, rig, kit.trim);
	},
	carry(s) {
		totem(s);
	},
});
