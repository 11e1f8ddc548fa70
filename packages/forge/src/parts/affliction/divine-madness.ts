import { isHelmed } from '../../anatomy/outgrowth.ts';
import { containsPoint } from '../../engine/bounds.ts';
import type { Lch, Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { FormMark } from '../../engine/recorder.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { findHover, findTop, halo, isPierced } from '../../wardrobe/halo.ts';

/** Light breaks through the brow and runs down the throat. */
function crackBrow(s: Studio, { brow: [x, y], headShape, eyeHalf: h }: Rig, gold: string): void {
	for (const crack of [
		[
			[x + h * 0.1, y + h * 1.1],
			[x - h * 0.12, y + h * 0.4],
			[x + h * 0.2, y - h * 0.2],
			[x - h * 0.05, y - h * 1.1],
			[x + h * 0.25, y - h * 2.2],
		],
		[
			[x + h * 0.2, y - h * 0.2],
			[x + h * 0.9, y - h * 0.6],
			[x + h * 1.3, y - h * 1.4],
		],
		[
			[x - h * 0.05, y - h * 1.0],
			[x - h * 0.7, y - h * 1.1],
			[x - h * 1.1, y - h * 1.8],
		],
	] as const)
		s.head.line('skinAffliction', crack, gold, 0.012, { clip: headShape, taper: 0.7 });
	s.head.glow('skinAffliction', [x, y - h * 0.4, h * 2.4], gold, { alpha: 0.35, clip: headShape });
	// Of what a gorget or a high collar covers only scraps would show.
	const collars = s.recorder.marks
		.filter((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.collar)
		.map(({ shape }) => refineOutline(shape.outline, 3));
	const isBare = ([u, v]: Point) => !collars.some((edge) => containsPoint(edge, u, v));
	for (const vein of [points('0.47 0.72, 0.485 0.75, 0.472 0.785'), points('0.54 0.7, 0.53 0.745, 0.545 0.79')].filter(
		(vein) => vein.slice(0, 2).every(isBare),
	))
		s.body.line('neckFur', vein, gold, 0.011, { taper: 0.7 });
}

/** A halo hovers no higher than this, so that the figure need not shrink for it. */
const highest = -0.04;
const hover = { rx: 0.23, ry: 0.066, turn: -13 };
/** The pieces of a nimbus that has burst: from where to where they run, in degrees, and how far they have come loose. */
const pieces = [
	[-196, -142, 0],
	[-136, -78, 0.014],
	[-70, -34, 0.03],
	[-28, 18, 0.004],
] as const;

const radii = { inner: 0.258, outer: 0.3 } as const;

/** What is smoother is no tip. */
const sharpest = 0.3;
/** So far, in degrees, a piece ends before a tip, and so long it is at the least. */
const apart = { tip: 8, length: 16 } as const;

/** Where, in degrees, the tips of plumes and feathers end on the nimbus, which they would seem to touch. */
function findTips({ recorder: { marks } }: Studio, [x, y]: Spot): readonly number[] {
	return marks.flatMap((mark) => {
		if (mark.kind !== 'form' || mark.shape.space !== 'head' || mark.layer < layers.headgear) return [];
		return mark.shape.outline.flatMap(([u, v, smooth = 1]) => {
			const far = Math.hypot(u - x, v - y);
			if (smooth > sharpest || far < radii.inner - 0.012 || far > radii.outer + 0.03) return [];
			const angle = Math.atan2(v - y, u - x) * (180 / Math.PI);
			return [angle > 90 ? angle - 360 : angle];
		});
	});
}

/** What of a piece keeps clear of all tips; all of it where that would be too little, as behind a crown of feathers. */
function keepApart(from: number, to: number, tips: readonly number[]): readonly [from: number, to: number] {
	let kept: readonly [number, number] = [from, to];
	for (const tip of tips) {
		const [start, end] = kept;
		const [before, after] = [tip - apart.tip, tip + apart.tip];
		if (before >= end || after <= start) continue;
		kept = before - start > end - after ? [start, before] : [after, end];
	}
	return kept[1] - kept[0] < apart.length ? [from, to] : kept;
}

/** A nimbus behind everything on the head, in pieces. */
function drawNimbus(s: Studio, [x, y]: Spot, gold: Ramp): void {
	const tips = findTips(s, [x, y]);
	for (const [start, end, loose] of pieces) {
		const [from, to] = keepApart(start, end, tips);
		const steps = 6;
		const middle = ((start + end) / 2) * (Math.PI / 180);
		const arc = (r: number): Point[] =>
			Array.from({ length: steps + 1 }, (_, i): Point => {
				const angle = (from + ((to - from) * i) / steps) * (Math.PI / 180);
				return [
					x + Math.cos(angle) * r + Math.cos(middle) * loose,
					y + Math.sin(angle) * r + Math.sin(middle) * loose,
					i === 0 || i === steps ? 0 : 1,
				];
			});
		s.head.form('back', [...arc(radii.outer), ...arc(radii.inner).reverse()], gold, { depth: 0.006, width: 0.7 });
	}
}

/** A tilted halo above the head, or a burst nimbus behind it where something would stand through a halo. */
function crownWithLight(s: Studio, rig: Rig): void {
	const gold = s.colors.ramp('metal', [0.86, 0.13, 92]);
	const usual: Spot = [rig.crown[0] + 0.01, findTop(s, rig) - 0.062];
	const at: Spot = [usual[0], findHover(s, usual, hover)];
	const from = s.recorder.marks.length;
	if (at[1] < highest || isPierced(s, usual, hover.rx, () => true))
		drawNimbus(s, [rig.crown[0], rig.crown[1] + 0.17], gold);
	else halo(s, { at, ...hover }, gold, false);
	s.recorder.moveBehindCarried(from);
}

export const divineMadness = definePart({
	slot: 'affliction',
	id: 'divine-madness',
	// A light from within pales the skin towards gold.
	skin: ([L, C, h]: Lch): Lch => [L + (0.86 - L) * 0.3, C * 0.75 + 0.02, C < 0.06 ? 88 : h],
	draw(s, rig) {
		const gold = s.colors.tone([0.88, 0.14, 92]);
		// Of tears from behind a visor only ends would show below it.
		for (const eye of isHelmed(s) ? [] : [rig.eyeNear, rig.eyeFar]) {
			const [x, y] = eye;
			s.head.line(
				'skinAffliction',
				[
					[x, y],
					[x + 0.008, y - 0.008],
					[x + 0.012, y + 0.008],
					[x - 0.008, y + 0.016],
					[x - 0.02, y - 0.004],
					[x - 0.004, y - 0.022],
					[x + 0.022, y - 0.012],
				],
				gold,
				0.008,
				{ taper: 0.2, clip: rig.headShape },
			);
			s.head.line(
				'skinAffliction',
				[
					[x - 0.01, y + rig.eyeHalf * 0.7],
					[x - 0.014, y + 0.08],
					[x - 0.004, y + 0.14],
				],
				gold,
				0.017,
				{ clip: rig.headShape },
			);
			s.head.glow('skinAffliction', [x, y + 0.06, 0.08], gold, { alpha: 0.4 });
		}
		crackBrow(s, rig, gold);
		crownWithLight(s, rig);
	},
});
