import { findNearEdge } from '../../anatomy/edge.ts';
import { coatNearEar } from '../../anatomy/half-face.ts';
import type { Lch, Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig } from '../../engine/rig.ts';
import { ellipseOutline, type Point, refineOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';

/** How far beside the head its earlier and later moments stand, and how much is left of them. */
const moments = [
	[0.05, 0.85],
	[0.1, 0.45],
] as const;

/**
 * The head's outline at other moments, over the dial: in dashes, since whole lines or a pale mass on both sides of a face
 * would be hair.
 */
function drawMoments(s: Studio, { headShape }: Rig): void {
	const ghost = s.colors.tone([0.88, 0.07, 220]);
	const outline = refineOutline(headShape.outline, 4);
	for (const side of [-1, 1])
		for (const [off, alpha] of moments) {
			const at = (i: number, inset: number): Point => {
				const [x, y] = outline[i % outline.length]!;
				return [x + side * off + (0.5 - x) * inset, y + (0.42 - y) * inset];
			};
			const dashes = outline.flatMap((_, i) =>
				i % 3 === 0 ? [[at(i, 0), at(i + 1, 0), at(i + 2, 0), at(i + 2, 0.035), at(i + 1, 0.035), at(i, 0.035)]] : [],
			);
			s.head.pattern('back', null, [s.head.facet(...dashes)], ghost, alpha);
		}
}

/** A dial behind the head, and the outline of a moment before and one after. */
function drawDial(s: Studio, rig: Rig): void {
	const { marks } = s.recorder;
	const from = marks.length;
	const gold = s.colors.tone([0.86, 0.09, 95]);
	const [cx, cy, r] = [0.5, 0.42, 0.36];
	const ring = (radius: number, width: number) =>
		s.head.shape(
			ellipseOutline(cx, cy, radius, radius, 0, 16),
			ellipseOutline(cx, cy, radius - width, radius - width, 0, 16).reverse(),
		);
	s.head.pattern('back', null, [s.head.disc(cx, cy, r)], s.colors.tone([0.3, 0.07, 255]), 0.5);
	s.head.pattern('back', null, [ring(r, 0.012), ring(r - 0.075, 0.005)], gold, 0.95);
	for (let i = 0; i < 12; i++) {
		const angle = (i * Math.PI) / 6;
		const at = (reach: number) => [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach] as const;
		s.head.line('back', [at(r - 0.01), at(r - (i % 3 === 0 ? 0.06 : 0.035))], gold, i % 3 === 0 ? 0.02 : 0.011, {
			taper: 0.1,
		});
	}
	drawMoments(s, rig);
	// Behind whatever is carried or held there, and behind long hair.
	for (let i = from; i < marks.length; i++) marks[i] = { ...marks[i]!, layer: layers.back - 0.5 };
}

const ages = (tone: Lch): Lch => [tone[0] + (tone[0] > 0.5 ? -0.1 : 0.14), tone[1] * 0.35, tone[2]];

/** How much of the near half's own colour age has taken. */
const agedShare = 0.72;

/** Takes the near half's own brow away for a white one; a row of spikes turns white instead. Tells whether there is one. */
function ageBrow({ recorder: { marks } }: Studio, middle: number, white: Ramp): boolean {
	let isSpiked = false;
	for (let i = marks.length - 1; i >= 0; i--) {
		const mark = marks[i]!;
		if (mark.layer !== layers.brows || (mark.kind !== 'fill' && mark.kind !== 'form')) continue;
		const { bounds, space } = mark.shape;
		if (space === 'body' || (bounds.left + bounds.right) / 2 < middle) continue;
		if (mark.kind === 'fill') marks.splice(i, 1);
		else {
			marks[i] = { ...mark, ramp: white };
			isSpiked = true;
		}
	}
	return isSpiked;
}

/** The near half of the face is decades older: grey, furrowed, its brow white. */
function ageFace(s: Studio, rig: Rig): void {
	const { headShape, skin, eyeNear, eyeHalf, cheekNear, brow, chin } = rig;
	const aged = ages(skin.from);
	const old = s.colors.ramp('skin', aged);
	const middle = (brow[0] + chin[0]) / 2;
	const edge = headShape.bounds.right + 0.05;
	const [top, bottom] = [headShape.bounds.top - 0.05, headShape.bounds.bottom + 0.05];
	const [ex, ey] = eyeNear;
	s.head.pattern(
		'markings',
		headShape,
		[
			s.head.facet([
				[middle + 0.02, top],
				[middle + 0.035, brow[1]],
				[middle - 0.004, ey],
				[middle + 0.026, cheekNear[1]],
				[middle + 0.004, chin[1] - 0.03],
				[middle + 0.022, bottom],
				[edge, bottom],
				[edge, top],
			]),
		],
		old.base,
		agedShare,
	);
	coatNearEar(s, skin, aged, agedShare);
	const furrow = (line: readonly Point[], width = 0.008) =>
		s.head.line('skinAffliction', line, old.deep, width, { clip: headShape, taper: 0.8 });
	const right = (y: number) => findNearEdge(headShape, [y])[0]!;
	for (const [from, to] of [
		[-0.012, -0.03],
		[0.004, -0.002],
		[0.02, 0.026],
	] as const)
		furrow([
			[ex + eyeHalf * 1.25, ey + from],
			[Math.min(right(ey), ex + eyeHalf * 2.3), ey + to],
		]);
	furrow([
		[ex - eyeHalf * 0.7, ey + eyeHalf * 1.05],
		[ex, ey + eyeHalf * 1.3],
		[ex + eyeHalf * 0.8, ey + eyeHalf * 1.0],
	]);
	for (const [dx, lift] of [
		[-0.02, 0],
		[0.014, 0.012],
		[0.04, 0.034],
	] as const)
		furrow(
			[
				[cheekNear[0] + dx - 0.02, cheekNear[1] + 0.0 - lift],
				[cheekNear[0] + dx - 0.004, cheekNear[1] + 0.05 - lift],
				[cheekNear[0] + dx - 0.016, cheekNear[1] + 0.095 - lift],
			],
			0.009,
		);
	if (s.hidden.has('eyes') || s.hidden.has('brows')) return;
	const white = s.colors.ramp('hair', [0.95, 0.01, 250]);
	if (ageBrow(s, middle, white)) return;
	s.head.form(
		'brows',
		[
			[ex - eyeHalf * 0.9, ey - eyeHalf * 1.22, 0.3],
			[ex + eyeHalf * 0.2, ey - eyeHalf * 1.62],
			[ex + eyeHalf * 1.5, ey - eyeHalf * 1.2, 0.1],
			[ex + eyeHalf * 1.1, ey - eyeHalf * 1.05, 0.3],
			[ex + eyeHalf * 0.2, ey - eyeHalf * 1.26],
			[ex - eyeHalf * 0.8, ey - eyeHalf * 0.95, 0.3],
		],
		white,
		{ depth: 0.005, width: 0.6, contour: false },
	);
}

export const timeDisplacement = definePart({
	slot: 'affliction',
	id: 'time-displacement',
	draw(s, rig) {
		drawDial(s, rig);
		ageFace(s, rig);
	},
});
