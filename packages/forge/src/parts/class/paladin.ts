import { definePart } from '../../engine/part.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { swordOnBack } from '../../wardrobe/carried.ts';
import { cape, gorget, pauldrons, sunDevice } from '../../wardrobe/garments.ts';

export const paladin = definePart({
	slot: 'class',
	id: 'paladin',
	cloth: [
		[0.9, 0.02, 95],
		[0.88, 0.03, 240],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	garment(s, rig, kit) {
		cape(s, rig, kit.cloth, kit.trim);
		gorget(s, kit);
		sunDevice(s, 0.505, 0.885, 0.03, kit.trim);
		pauldrons(s, rig, kit.metal, kit.trim);
	},
	headgear(s, rig, kit) {
		circlet(s, rig, kit.trim, [0.62, 0.17, 250]);
		const { x, y, half } = rig.hat;
		// Horns that leave the temples sideways stand where the wings would.
		const isHorned = s.recorder.outgrowths.some(
			({ base, tip }) => base[1] < y + 0.04 && Math.abs(tip[0] - x) > half * 1.4,
		);
		if (isHorned) return;
		for (const side of [-1, 1] as const)
			for (const [i, lift] of [0.75, 0.5, 0.25].entries())
				s.head.form(
					side > 0 ? 'headgear' : 'earFar',
					[
						[x + side * half * 0.92, y - 0.01 + i * 0.012, 0.2],
						[x + side * half * (1.2 - i * 0.03), y - half * lift * 0.7, 0.4],
						[x + side * half * (1.5 - i * 0.12), y - half * lift * 1.25, 0.1],
						[x + side * half * 1.22, y + 0.002 + i * 0.014, 0.4],
					],
					kit.trim,
					{ depth: 0.006 },
				);
	},
	carry(s, _rig, kit) {
		swordOnBack(s, kit);
	},
});
