import { paintStrokes } from '../../anatomy/war-paint.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import { greatAxe } from '../../wardrobe/carried.ts';
import { furMantle, neckCord } from '../../wardrobe/garments.ts';
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
	hides: ['shoulders', 'face-paint'],
	garment(s, rig, kit) {
		const mantle = furMantle(s, rig, s.colors.ramp('fur', [0.5, 0.05, 60]));
		if (wearsCasket(s)) return;
		neckCord(s, mantle, points('0.385 0.67, 0.43 0.77, 0.505 0.806, 0.58 0.77, 0.625 0.67'), kit.leather.ink);
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
		// Three fingers side by side, from the cheek bone down and in towards the mouth; the middle one reaches furthest.
		const [x, y] = rig.cheekNear;
		const apart = s.style.pixels ? 0.042 : 0.034;
		const strokes = [-1, 0, 1].map((i): readonly Point[] => {
			const [u, long] = [x - 0.012 + i * apart, i === 0 ? 0.108 : 0.092];
			const top = y - 0.05 + Math.abs(i) * 0.006;
			return [
				[u, top],
				[u - 0.004, top + long * 0.5],
				[u - 0.02 - i * 0.004, top + long],
			];
		});
		paintStrokes(s, strokes, rig.skin.from, rig.headShape);
	},
	carry(s, _rig, kit) {
		greatAxe(s, kit);
	},
});
