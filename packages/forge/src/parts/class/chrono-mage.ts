import { containsPoint } from '../../engine/bounds.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { ellipseOutline, type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { coat } from '../../wardrobe/garments.ts';

/** Where the dial floats, and its size: its parts are written for a radius of 0.118. */
interface Dial {
	readonly at: Spot;
	readonly scale: number;
}
const large: Dial = { at: [0.175, 0.415], scale: 0.85 };
/** Close over the palm, where manes, beaks and jaws leave room. */
const small: Dial = { at: [0.155, 0.452], scale: 0.66 };

/** Heads that reach further out than this, and beaks and muzzles, would have the large clock before the face. */
const widest = { left: 0.26, right: 0.74 } as const;

function chooseDial({ recorder: { snoutKind } }: Studio, { headShape: { bounds } }: Rig): Dial {
	const isWide = bounds.left < widest.left || bounds.right > widest.right;
	return isWide || (snoutKind !== null && snoutKind !== 'trunk') ? small : large;
}

/** A brass clock that nobody holds: it floats over the palm, before ears and hair. */
function drawDial(s: Studio, rig: Rig, gold: Ramp): void {
	const layer = 'hand';
	const {
		at: [x, y],
		scale,
	} = chooseDial(s, rig);
	s.body.form(layer, s.body.disc(x, y, 0.118 * scale), gold, { depth: 0.01 });
	const face = s.colors.ramp('bone', [0.92, 0.04, 90]);
	s.body.form(layer, s.body.disc(x, y, 0.092 * scale), face, { depth: 0.01, width: 0.8, contour: false });
	const ticks = Array.from({ length: 12 }, (_, i): Point[] => {
		const angle = (i / 12) * 2 * Math.PI;
		const [dx, dy] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
		const [from, wide] = i % 3 ? [0.073, 0.004] : [0.062, 0.007];
		return [
			[x + dx * from - dy * wide, y + dy * from + dx * wide],
			[x + dx * 0.086 - dy * wide, y + dy * 0.086 + dx * wide],
			[x + dx * 0.086 + dy * wide, y + dy * 0.086 - dx * wide],
			[x + dx * from + dy * wide, y + dy * from - dx * wide],
		];
	});
	s.body.pattern(layer, null, [s.body.facet(...ticks)], gold.deep);
	for (const [tipX, tipY, width] of [
		[x, y - 0.072 * scale, 0.014],
		[x + 0.046 * scale, y - 0.026 * scale, 0.019],
	] as const)
		s.body.line(
			layer,
			[
				[x, y],
				[(x + tipX) / 2, (y + tipY) / 2],
				[tipX, tipY],
			],
			face.ink,
			width,
			{ taper: 0.3 },
		);
	s.body.pattern(layer, null, [s.body.disc(x, y, 0.013 * scale)], gold.deep);
}

/** Where the cord is pinned to the collar: further in than any held thing reaches. */
const pin: Spot = [0.59, 0.79];

/** The monocle's cord, around the cheek to the collar. Across a fin or a hanging ear it would hang in nothing: there is none. */
function drawCord(s: Studio, gold: Ramp, [x, y]: Spot): void {
	const cord = [[x, y], [Math.max(x + 0.015, 0.655), y + 0.11], [0.66, 0.69], pin] as const;
	const loop = refineOutline(cord, 4).slice(0, -4);
	const isCrossed = s.recorder.outgrowths.some(({ marks }) =>
		marks.some(
			(mark) =>
				mark.kind === 'form' && loop.some(([cx, cy]) => containsPoint(refineOutline(mark.shape.outline, 3), cx, cy)),
		),
	);
	if (isCrossed) return;
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
	garment(s, rig, kit) {
		coat(s, rig, kit, s.colors.ramp('cloth', [0.88, 0.03, 85]));
	},
	headgear(s, rig, kit) {
		const [x, y] = rig.eyeNear;
		const r = rig.eyeHalf * 1.25;
		s.head.form(
			'headgear',
			s.head.shape(ellipseOutline(x, y, r, r), ellipseOutline(x, y, r * 0.84, r * 0.84).reverse()),
			kit.trim,
			{ depth: 0.004, width: 0.5, contour: false },
		);
		drawCord(s, kit.trim, [x + r, y + 0.01]);
	},
	carry(s, rig, kit) {
		drawDial(s, rig, kit.trim);
	},
});
