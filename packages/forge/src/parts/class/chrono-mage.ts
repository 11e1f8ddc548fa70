import { containsPoint } from '../../engine/bounds.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Spot } from '../../engine/rig.ts';
import { ellipseOutline, type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { coat } from '../../wardrobe/garments.ts';

/** Where the dial floats over the palm, which moves out with it where a face is wide, and its size. */
const [x, y] = [0.175, 0.42];
const [rim, plate] = [0.097, 0.076];

/** A brass clock that nobody holds: it floats over the palm, before ears and hair. */
function drawDial(s: Studio, gold: Ramp): void {
	const layer = 'hand';
	s.body.form(layer, s.body.disc(x, y, rim), gold, { depth: 0.01 });
	const face = s.colors.ramp('bone', [0.92, 0.04, 90]);
	s.body.form(layer, s.body.disc(x, y, plate), face, { depth: 0.01, width: 0.8, contour: false });
	const ticks = Array.from({ length: 12 }, (_, i): Point[] => {
		const angle = (i / 12) * 2 * Math.PI;
		const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
		const [from, wide, to] = i % 3 ? [0.062, 0.0034, 0.073] : [0.053, 0.006, 0.073];
		return [
			[x + dx * from - dy * wide, y + dy * from + dx * wide],
			[x + dx * to - dy * wide, y + dy * to + dx * wide],
			[x + dx * to + dy * wide, y + dy * to - dx * wide],
			[x + dx * from + dy * wide, y + dy * from - dx * wide],
		];
	});
	s.body.pattern(layer, null, [s.body.facet(...ticks)], gold.deep);
	for (const [dx, dy, width] of [
		[0, -0.061, 0.014],
		[0.039, -0.022, 0.019],
	] as const)
		s.body.line(
			layer,
			[
				[x, y],
				[x + dx / 2, y + dy / 2],
				[x + dx, y + dy],
			],
			face.ink,
			width,
			{ taper: 0.3 },
		);
	s.body.pattern(layer, null, [s.body.disc(x, y, 0.011)], gold.deep);
}

/** Where the cord is pinned to the collar: further in than any held thing reaches. */
const pin: Spot = [0.59, 0.79];

type Cord = readonly Spot[];

function crossesOutgrowth({ recorder }: Studio, cord: Cord): boolean {
	const loop = refineOutline(cord, 4).slice(0, -4);
	return recorder.outgrowths.some(({ marks }) =>
		marks.some((mark) => {
			if (mark.kind !== 'form') return false;
			const edge = refineOutline(mark.shape.outline, 3);
			return loop.some((spot) => containsPoint(edge, spot[0], spot[1]));
		}),
	);
}

/**
 * The monocle's cord to the collar: around the cheek, or over it where a fin or a hanging ear lies beside the cheek, across
 * which it would hang in nothing.
 */
function drawCord(s: Studio, gold: Ramp, [x, y]: Spot, r: number): void {
	const around: Cord = [[x + r, y + 0.01], [Math.max(x + r + 0.015, 0.655), y + 0.12], [0.66, 0.69], pin];
	const over: Cord = [[x + r * 0.64, y + r * 0.7], [x + r * 0.75, y + 0.14], [0.605, 0.67], pin];
	const cord = crossesOutgrowth(s, around) ? over : around;
	for (const [color, width] of [
		[gold.ink, 0.011],
		[gold.base, 0.006],
	] as const)
		s.head.line('headgear', cord, color, width, { taper: 0 });
	s.head.form('headgear', s.head.disc(...pin, 0.01), gold, { depth: 0.003, width: 0.5, contour: false });
}

export const chronoMage = definePart({
	slot: 'class',
	id: 'chrono-mage',
	cloth: [
		[0.42, 0.08, 215],
		[0.4, 0.09, 255],
	],
	trim: [0.72, 0.1, 75],
	trimMaterial: 'cloth',
	hides: ['eyeglass'],
	garment(s, rig, kit) {
		coat(s, rig, kit, s.colors.ramp('cloth', [0.88, 0.03, 85]));
	},
	headgear(s, rig, kit) {
		const [eyeX, eyeY] = rig.eyeNear;
		const r = rig.eyeHalf * 1.25;
		s.head.form(
			'headgear',
			s.head.shape(ellipseOutline(eyeX, eyeY, r, r), ellipseOutline(eyeX, eyeY, r * 0.84, r * 0.84).reverse()),
			kit.trim,
			{ depth: 0.004, width: 0.5, contour: false },
		);
		drawCord(s, kit.trim, rig.eyeNear, r);
	},
	carry(s, _rig, kit) {
		drawDial(s, kit.trim);
	},
});
