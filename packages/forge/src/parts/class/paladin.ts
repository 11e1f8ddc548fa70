import { containsPoint } from '../../engine/bounds.ts';
import { definePart } from '../../engine/part.ts';
import type { Spot } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import { circlet } from '../../wardrobe/bands.ts';
import { swordOnBack } from '../../wardrobe/carried.ts';
import { sunEmblem } from '../../wardrobe/emblem.ts';
import { cape, gorget, pauldrons } from '../../wardrobe/garments.ts';
import { isBulgeEyed } from '../../wardrobe/hat-line.ts';

/** What stays free between a wing and an ear below it. */
const gap = 0.02;

/** The three feathers of a wing that stands on a band's end. */
const wingOf = ([endX, endY]: Spot, side: -1 | 1, half: number): readonly (readonly Point[])[] => {
	const [wx, wy] = [endX - side * half * 0.1, endY + 0.004];
	return [0.75, 0.5, 0.25].map((lift, i) => [
		[wx, wy - 0.01 + i * 0.012, 0.2],
		[wx + side * half * (0.28 - i * 0.03), wy - half * lift * 0.7, 0.4],
		[wx + side * half * (0.58 - i * 0.12), wy - half * lift * 1.25, 0.1],
		[wx + side * half * 0.3, wy + 0.002 + i * 0.014, 0.4],
	]);
};

export const paladin = definePart({
	slot: 'class',
	id: 'paladin',
	cloth: [
		[0.9, 0.02, 95],
		[0.88, 0.03, 240],
	],
	trim: [0.8, 0.12, 88],
	trimMaterial: 'metal',
	hides: ['brow-band', 'shoulders'],
	emblem: sunEmblem(0.885, 0.03),
	garment(s, rig, kit) {
		cape(s, rig, kit.cloth);
		gorget(s, kit);
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
		const grown = s.recorder.outgrowths.flatMap(({ marks }) =>
			marks.flatMap((mark) => (mark.kind === 'form' ? [refineOutline(mark.shape.outline, 4)] : [])),
		);
		const feathers = { far: wingOf(band.left, -1, half), near: wingOf(band.right, 1, half) };
		// Beside ears that rise as high, metal and ear could not be told apart.
		const isBesideEar = [...feathers.far, ...feathers.near].some((feather) =>
			grown.some(
				(edge) =>
					edge.some(([u, v]) => containsPoint(feather, u, v - gap)) ||
					feather.some(([u, v]) => containsPoint(edge, u, v + gap)),
			),
		);
		if (isBesideEar) return;
		// A frog's eyes stand before them.
		const near = isBulgeEyed(rig) ? 'hairBack' : 'headgear';
		for (const feather of feathers.far) s.head.form('earFar', feather, kit.trim, { depth: 0.006 });
		for (const feather of feathers.near) s.head.form(near, feather, kit.trim, { depth: 0.006 });
	},
	carry(s, _rig, kit) {
		swordOnBack(s, kit);
	},
});
