import { containsPoint } from '../../engine/bounds.ts';
import type { Lch } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { FormMark } from '../../engine/recorder.ts';
import type { Rig } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

/** The edge of the coils beneath the skin, in half eyes from their middle. */
const coils = points(
	'-1.86 0.34, -1.72 -0.04, -1.38 -0.24, -1.06 -0.2 0.2, -0.72 -0.58, -0.3 -0.5 0.2, 0.1 -0.66, 0.5 -0.44 0.2, 0.84 -0.34, 1.14 0 0.2, 1.5 0.24, 1.64 0.62, 1.34 0.9, 0.96 0.54, 0.4 0.3, -0.3 0.26, -0.9 0.32, -1.4 0.56',
);

/** The highest row of the brow between two columns, which the coils would be taken for a second one on. */
const findBrowTop = ({ recorder: { marks } }: Studio, left: number, right: number): number =>
	Math.min(
		1,
		...marks.flatMap((mark) => {
			if (mark.layer !== layers.brows || !('shape' in mark) || mark.shape.space === 'body') return [];
			const { bounds } = mark.shape;
			return bounds.right > left && bounds.left < right ? [bounds.top] : [];
		}),
	);

/** Whether headgear, or hair for the most part, would leave only a scrap of the coils. */
function isCut({ recorder: { marks } }: Studio, edge: readonly Point[]): boolean {
	const above = marks.filter(
		(mark): mark is FormMark =>
			mark.kind === 'form' &&
			mark.layer >= layers.hairFront &&
			mark.layer <= layers.headgear &&
			mark.shape.space === 'head',
	);
	const loops = above.map((mark) => ({ mark, loop: refineOutline(mark.shape.outline, 4) }));
	const count = (isCounted: (layer: number) => boolean) =>
		edge.filter(([x, y]) => loops.some(({ mark, loop }) => isCounted(mark.layer) && containsPoint(loop, x, y))).length;
	return count((layer) => layer === layers.headgear) > 0 || count(() => true) > edge.length / 3;
}

/** What has made its home behind the temple: the skin is raised over its coils, bruised around them. */
function drawBulge(s: Studio, { skin, headShape, eyeNear, eyeHalf }: Rig): void {
	const x = eyeNear[0] + eyeHalf * 0.35;
	const brow = findBrowTop(s, x - eyeHalf * 1.9, x + eyeHalf * 1.7);
	const y = Math.min(eyeNear[1] - eyeHalf * 2.0, brow - eyeHalf * 0.7);
	const swollen = s.colors.ramp('skin', [skin.from[0], Math.max(0.05, skin.from[1]), 320]);
	s.head.glow('markings', [x, y, eyeHalf * 2.6], s.colors.tone([0.42, 0.14, 310]), {
		alpha: 0.55,
		blend: 'cover',
		clip: headShape,
	});
	const at = (u: number, v: number, smooth = 1): Point => [x + u * eyeHalf, y + v * eyeHalf, smooth];
	// One mass: lumps apart would be taken for fingertips.
	const edge = coils.map(([u, v, smooth]) => at(u, v, smooth));
	if (isCut(s, edge)) return;
	const bulge = s.head.form('markings', edge, swollen, { depth: 0.009, width: 0.7, contour: false, clip: headShape });
	for (const [u, v] of [
		[-0.98, 0.04],
		[-0.28, -0.16],
		[0.44, -0.02],
		[1.06, 0.34],
	] as const)
		s.head.line('markings', [at(u + 0.1, v - 0.34), at(u - 0.04, v), at(u + 0.06, v + 0.2)], swollen.deep, 0.008, {
			clip: bulge,
			taper: 0.9,
		});
}

export const mindFlayerTadpole = definePart({
	slot: 'affliction',
	id: 'mind-flayer-tadpole',
	skin: ([L, C, h]: Lch): Lch => [L + (0.7 - L) * 0.18, C * 0.6 + 0.012, h + (((310 - h + 540) % 360) - 180) * 0.2],
	draw(s, rig) {
		const violet = s.colors.tone([0.66, 0.19, 305]);
		const [ex, ey] = rig.eyeNear;
		const r = rig.eyeHalf;
		drawBulge(s, rig);
		s.head.glow('skinAffliction', [ex, ey, r * 1.9], violet, { alpha: 0.7 });
		for (const line of [
			[
				[ex + r, ey - 0.01],
				[ex + r * 1.6, ey - 0.03],
				[ex + r * 2.1, ey - 0.02],
			],
			[
				[ex + r * 0.9, ey - 0.03],
				[ex + r * 1.3, ey - 0.08],
				[ex + r * 1.8, ey - 0.1],
			],
			[
				[ex + r, ey + 0.02],
				[ex + r * 1.5, ey + 0.05],
				[ex + r * 1.6, ey + 0.1],
			],
			[
				[ex - r * 0.2, ey + r],
				[ex - r * 0.1, ey + r * 1.5],
				[ex - r * 0.5, ey + r * 1.9],
			],
		] as const)
			s.head.line('skinAffliction', line, violet, 0.011, { clip: rig.headShape });
		for (const k of [0.5, 0.28])
			s.head.line(
				'skinAffliction',
				[
					[ex - r * k, ey],
					[ex, ey - r * k],
					[ex + r * k, ey],
					[ex, ey + r * k],
					[ex - r * k, ey],
				],
				violet,
				0.007,
				{ taper: 0, clip: rig.headShape },
			);
	},
});
