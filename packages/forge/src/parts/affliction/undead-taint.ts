import { containsPoint } from '../../engine/bounds.ts';
import type { Lch } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { FormMark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

/** Beside a muzzle the tear is small. */
const sizes = [1, 0.7] as const;

/** How far from the middle of the cheek it may lie instead. */
const tries = [
	[0, 0],
	[-0.018, -0.004],
	[-0.03, -0.012],
	[0.02, -0.02],
	[0.02, -0.045],
	[0.035, -0.03],
	[0.04, -0.06],
	[0.05, -0.09],
] as const;

/** A torn cheek, from beside the mouth up to the cheek bone, and where from its middle the threads cross it. */
const tear = { from: [-0.058, 0.042], to: [0.02, -0.024] } as const;
const stitches = [0.1, 0.37, 0.63, 0.9] as const;
const halfStitch = 0.021;

/** Where the tear lies whole on the skull and clear of a snout; null where there is no such cheek. */
function placeTear(s: Studio, { cheekNear: [x, y], headShape }: Rig): ((spot: Spot) => Spot) | null {
	const skull = refineOutline(headShape.outline, 3);
	const snout = s.recorder.snout
		.filter((mark): mark is FormMark => mark.kind === 'form')
		.map(({ shape }) => refineOutline(shape.outline, 3));
	const spots = [-1, 0, 1].flatMap((side) =>
		[tear.from, tear.to].map(([u, v]): Spot => [u + side * halfStitch * 1.3, v + side * halfStitch * 1.3]),
	);
	const places = sizes.flatMap((size) =>
		tries.map(
			([dx, dy]) =>
				([u, v]: Spot): Spot => [x + dx + u * size, y + dy + v * size],
		),
	);
	const isBare = (at: Spot) => containsPoint(skull, ...at) && !snout.some((edge) => containsPoint(edge, ...at));
	return places.find((place) => spots.map(place).every(isBare)) ?? null;
}

/** A tear in the cheek that has been sewn up, in the ink of the skin. */
function sewCheek(s: Studio, rig: Rig): void {
	const at = placeTear(s, rig);
	if (!at) return;
	const { deep, ink } = rig.skin;
	const [[ax, ay], [bx, by]] = [tear.from, tear.to];
	const length = Math.hypot(bx - ax, by - ay);
	const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
	// A little bent, and across it by `out`.
	const spot = (t: number, out: number): Spot => {
		const bend = out + 0.008 * Math.sin(Math.PI * t);
		return at([ax + ux * length * t - uy * bend, ay + uy * length * t + ux * bend]);
	};
	const seam = [spot(0, 0), spot(0.5, 0), spot(1, 0)];
	// In the skin, so that beards and masks lie over it.
	s.head.line('markings', seam, deep, 0.024, { clip: rig.headShape, taper: 0.7 });
	s.head.line('markings', seam, ink, 0.009, { clip: rig.headShape, taper: 0.7 });
	for (const t of stitches)
		s.head.line('markings', [spot(t, -halfStitch), spot(t, halfStitch)], ink, 0.009, {
			clip: rig.headShape,
			taper: 0.3,
		});
}

export const undeadTaint = definePart({
	slot: 'affliction',
	id: 'undead-taint',
	skin: ([L]: Lch): Lch => [Math.min(0.74, Math.max(0.5, L * 0.95)), 0.042, 138],
	draw(s, rig) {
		for (const [ex, ey] of [rig.eyeNear, rig.eyeFar])
			s.head.glow('markings', [ex, ey + 0.012, rig.eyeHalf * 1.9], s.colors.tone([0.24, 0.05, 330]), {
				alpha: 0.75,
				blend: 'cover',
				clip: rig.headShape,
			});
		sewCheek(s, rig);
	},
});
