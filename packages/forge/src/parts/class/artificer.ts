import { definePart } from '../../engine/part.ts';
import { goggles } from '../../wardrobe/bands.ts';
import { greatWrench } from '../../wardrobe/carried-craft.ts';
import { tabard, vCollar } from '../../wardrobe/garments.ts';

export const artificer = definePart({
	slot: 'class',
	id: 'artificer',
	cloth: [
		[0.5, 0.08, 60],
		[0.46, 0.08, 230],
	],
	trim: [0.72, 0.1, 75],
	trimMaterial: 'cloth',
	hides: ['brow-band'],
	garment(s, _rig, kit) {
		tabard(s, kit, kit.leather);
		vCollar(s, kit, s.colors.ramp('cloth', [0.86, 0.03, 85]), 0.79);
		for (const [x, y] of [
			[0.33, 0.83],
			[0.67, 0.83],
			[0.33, 0.91],
			[0.67, 0.91],
		] as const)
			s.body.form('collar', s.body.disc(x, y, 0.013), kit.trim, { depth: 0.004, width: 0.7 });
	},
	headgear(s, rig, kit) {
		goggles(s, rig, kit);
	},
	carry(s, _rig, kit) {
		greatWrench(s, kit);
	},
});
