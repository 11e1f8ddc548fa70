import { definePart } from '../../engine/part.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { swordOnBack } from '../../wardrobe/carried.ts';
import { cape, gorget, pauldrons, sunDevice } from '../../wardrobe/garments.ts';
import { isBulgeEyed } from '../../wardrobe/hat-line.ts';
import { wearsStone } from '../../wardrobe/stone.ts';

export const paladin = definePart({
	slot: 'class',
	id: 'paladin',
	cloth: [
		[0.9, 0.02, 95],
		[0.88, 0.03, 240],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	hides: ['brow-band'],
	garment(s, rig, kit) {
		cape(s, rig, kit.cloth);
		gorget(s, kit);
		if (!wearsStone(s)) sunDevice(s, 0.505, 0.885, 0.03, kit.trim);
		pauldrons(s, rig, kit.metal, kit.trim);
	},
	headgear(s, rig, kit) {
		const band = circlet(s, rig, kit.trim, [0.62, 0.17, 250]);
		const { x, y, half } = rig.hat;
		// Horns that leave the temples sideways stand where the wings would.
		const isHorned = s.recorder.outgrowths.some(
			({ base, tip }) => base[1] < y + 0.04 && Math.abs(tip[0] - x) > half * 1.4,
		);
		if (isHorned) return;
		// A frog's eyes stand before them.
		const near = isBulgeEyed(rig) ? 'hairBack' : 'headgear';
		for (const [side, [endX, endY]] of [
			[-1, band.left],
			[1, band.right],
		] as const) {
			const [wx, wy] = [endX - side * half * 0.1, endY + 0.004];
			for (const [i, lift] of [0.75, 0.5, 0.25].entries())
				s.head.form(
					side > 0 ? near : 'earFar',
					[
						[wx, wy - 0.01 + i * 0.012, 0.2],
						[wx + side * half * (0.28 - i * 0.03), wy - half * lift * 0.7, 0.4],
						[wx + side * half * (0.58 - i * 0.12), wy - half * lift * 1.25, 0.1],
						[wx + side * half * 0.3, wy + 0.002 + i * 0.014, 0.4],
					],
					kit.trim,
					{ depth: 0.006 },
				);
		}
	},
	carry(s, _rig, kit) {
		swordOnBack(s, kit);
	},
});
