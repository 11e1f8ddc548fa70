import type { Lch } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import { findFrame, getBodyMatrix, type Placement, still } from '../../engine/placement.ts';
import { points } from '../../engine/points.ts';
import type { Rig, Spot } from '../../engine/rig.ts';
import { getEdgeMargin } from '../../engine/scene/frame.ts';
import { type Point, ribbonOutline } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { mostCovered } from '../../wardrobe/breast.ts';
import { measureCover, spotsOf } from '../../wardrobe/cover.ts';
import { findRoom } from '../../wardrobe/floating.ts';

/** Outlines about (0, 0), one unit high: the rim behind, the body, and what lies in it. */
type Mote = readonly [rim: readonly Point[], body: readonly Point[], heart: readonly Point[]];

interface Element {
	/** Of its vein. */
	readonly hue: number;
	readonly tone: Lch;
	readonly heart: Lch;
	readonly mote: Mote;
}

/** A mote whose line and heart have its own form. */
const solid = (body: readonly Point[], lift: number): Mote => {
	const grow = (k: number, down: number) => body.map(([x, y, smooth = 1]): Point => [x * k, y * k + down, smooth]);
	return [grow(1.3, 0), body, grow(0.55, lift)];
};

/** A mote of a line. */
const curl = (line: readonly Point[]): Mote => {
	const trace = (width: number) => ribbonOutline(line, width, 0.25).map(([x, y]): Point => [x, y, 0]);
	return [trace(0.4), trace(0.2), trace(0.06)];
};

const rock = solid(points('-0.46 0.36 0, -0.52 0.02 0, -0.24 -0.4 0, 0.16 -0.44 0, 0.46 -0.08 0, 0.5 0.36 0'), 0);

/** Told apart by their forms alone where a style has few colours: a flame, a drop, a mossy rock and a curl of wind. */
const elements: readonly Element[] = [
	{
		hue: 42,
		tone: [0.68, 0.2, 42],
		heart: [0.92, 0.13, 95],
		mote: solid(
			points('0.02 -0.6 0.1, 0.2 -0.1, 0.36 -0.22 0.2, 0.34 0.22, 0 0.46, -0.34 0.22, -0.3 -0.12 0.2, -0.12 0'),
			0.12,
		),
	},
	{
		hue: 232,
		tone: [0.66, 0.16, 240],
		heart: [0.95, 0.04, 220],
		mote: solid(points('0 -0.6 0.1, 0.26 -0.02, 0.28 0.28, 0 0.48, -0.28 0.28, -0.26 -0.02'), 0.12),
	},
	{
		hue: 140,
		tone: [0.5, 0.08, 62],
		heart: [0.68, 0.17, 138],
		mote: [
			rock[0],
			rock[1],
			points(
				'-0.5 -0.02 0, -0.24 -0.4 0, 0.16 -0.44 0, 0.46 -0.08 0, 0.24 -0.12 0, 0.1 0.06 0, -0.12 -0.1 0, -0.28 0.1 0',
			),
		],
	},
	{
		hue: 195,
		tone: [0.66, 0.12, 200],
		heart: [1, 0, 0],
		mote: curl(points('-0.56 0.4, 0.1 0.42, 0.5 0.1, 0.36 -0.36, -0.1 -0.46, -0.36 -0.12, -0.12 0.14, 0.12 -0.04')),
	},
];

/** Where motes float: x, y, height; on both sides among the first four. */
const places = [
	[0.19, 0.35, 0.12],
	[0.83, 0.35, 0.12],
	[0.86, 0.6, 0.11],
	[0.13, 0.6, 0.11],
	[0.1, 0.48, 0.09],
	[0.9, 0.48, 0.09],
	[0.3, 0.12, 0.08],
	[0.7, 0.12, 0.08],
] as const;

/** Further places where those are taken by what is held, worn or carried. */
const between = [
	[0.06, 0.54, 0.09],
	[0.94, 0.54, 0.09],
	[0.08, 0.4, 0.09],
	[0.92, 0.4, 0.09],
	[0.24, 0.28, 0.09],
	[0.76, 0.28, 0.09],
	[0.5, 0.08, 0.08],
	[0.06, 0.68, 0.08],
	[0.94, 0.68, 0.08],
] as const;

/** Before the breast, beside what hangs at the collar: for elements that find no place around the figure. */
const onBreast: readonly Spot[] = [
	[0.72, 0.86],
	[0.29, 0.86],
	[0.79, 0.82],
	[0.22, 0.82],
	[0.66, 0.9],
	[0.35, 0.9],
	[0.84, 0.88],
	[0.16, 0.88],
	[0.62, 0.94],
	[0.39, 0.94],
	[0.7, 0.77],
	[0.31, 0.77],
	[0.505, 0.935],
	[0.57, 0.92],
	[0.44, 0.92],
];
/** Raised further to stay in the picture, a mote would lie before what hangs at the collar. */
const mostRaised = 0.03;

interface Floating {
	readonly at: Spot;
	readonly size: number;
	readonly layer: 'back' | 'shoulderNear';
}

/** Of a mote's height: what must be free around its middle. */
const reach = 0.7;

/** Adds places before the breast, whole inside the picture, that arms, beards and held things leave free. */
function fillBreast(s: Studio, placement: Placement, motes: Floating[]): void {
	const matrices = { head: getBodyMatrix(placement, 'head'), face: getBodyMatrix(placement, 'face'), body: still };
	const over = s.recorder.marks.filter(({ layer }) => layer > layers.shoulderNear);
	const margin = getEdgeMargin(s.style.page, s.figure.rarity);
	const { left, right, top } = findFrame(placement, margin);
	const lowest = top + (1 - margin * 2) / placement.zoom;
	for (const share of [1, 0.8, 0.62])
		for (const [x, y] of onBreast) {
			if (motes.length >= elements.length) return;
			const size = 0.085 * share;
			const radius = size * reach;
			const at: Spot = [x, Math.min(y, lowest - radius)];
			if (at[1] < y - mostRaised || x - radius < left || x + radius > right || isNearAny(motes, at, size)) continue;
			if (measureCover(over, matrices, spotsOf(...at, radius)) > mostCovered) continue;
			motes.push({ at, size, layer: 'shoulderNear' });
		}
}

const isNearAny = (motes: readonly Floating[], [x, y]: Spot, size: number): boolean =>
	motes.some(({ at, size: other }) => Math.hypot(at[0] - x, at[1] - y) < (size + other) * reach);

/** Where motes float, with room for all four elements wherever the figure leaves it. */
function findMotes(s: Studio, placement: Placement): readonly Floating[] {
	const spot = s.stream('particles');
	const room = findRoom(s, placement);
	const motes: Floating[] = [];
	const add = ([x, y]: Spot, size: number): void => {
		const at = room([x, y], size * reach);
		if (at && !isNearAny(motes, at, size)) motes.push({ at, size, layer: 'back' });
	};
	for (const [x, y, height] of places)
		add([x + spot.swing() * 0.015, y + spot.swing() * 0.02], height * spot.range(0.8, 1.15));
	for (const [x, y, height] of between) if (motes.length < elements.length) add([x, y], height);
	if (motes.length < elements.length) fillBreast(s, placement, motes);
	return motes;
}

/** Draws all motes of one element in one path a tone: as forms of their own they would cost as much as a second head. */
function drawMotes(s: Studio, { hue, tone, heart, mote }: Element, motes: readonly Floating[]): void {
	const light = s.colors.tone([0.74, 0.17, hue]);
	// Within dark lines they would look like badges.
	const colors = [s.colors.tone([0.94, 0.05, hue]), s.colors.ramp('gem', tone).base, s.colors.tone(heart)];
	for (const layer of ['back', 'shoulderNear'] as const) {
		const here = motes.filter((one) => one.layer === layer);
		if (here.length === 0) continue;
		for (const { at, size } of here) s.body.glow(layer, [...at, size * 1.3], light, { alpha: 0.85, blend: 'cover' });
		for (const [i, loop] of mote.entries())
			s.body.pattern(
				layer,
				null,
				[
					s.body.shape(
						...here.map(({ at: [x, y], size }) =>
							loop.map(([u, v, smooth = 1]): Point => [x + u * size, y + v * size, smooth]),
						),
					),
				],
				colors[i]!,
			);
	}
}

/** Veins that meet on the cheek, one of each element: those of one tone would be another affliction's. */
function drawVeins(s: Studio, { cheekNear: [x, y], headShape }: Rig, ordered: readonly Element[]): void {
	// Between a closed helm and a muzzle that comes out of it veins and their light would be scraps.
	if (s.hidden.has('headgear') && s.recorder.snout.length > 0) return;
	const glow = s.colors.tone([0.72, 0.18, ordered[0]!.hue]);
	s.head.glow('skinAffliction', [x, y + 0.02, 0.13], glow, { alpha: 0.65, blend: 'cover', clip: headShape });
	const lines = [
		points('0.035 0.01, 0.02 -0.06, 0.045 -0.12'),
		points('0.012 0.062, -0.05 0.05, -0.07 0.005, -0.11 -0.005'),
		points('0.035 0.13, 0.01 0.06, 0.035 0.01'),
		points('0.035 0.01, 0.075 -0.01, 0.085 -0.06'),
	].map((line) => line.map(([u, v]): Point => [x + u, y + v]));
	for (const [i, line] of lines.entries())
		s.head.line('skinAffliction', line, s.colors.tone([0.76, 0.17, ordered[i]!.hue]), 0.036, { clip: headShape });
	const core = s.colors.tone([0.97, 0.03, 95]);
	for (const line of lines) s.head.line('skinAffliction', line, core, 0.011, { clip: headShape });
}

export const elementalInfusion = definePart({
	slot: 'affliction',
	id: 'elemental-infusion',
	draw(s, rig, placement) {
		const first = s.stream('element').pick(elements);
		const ordered = elements.map((_, i) => elements[(elements.indexOf(first) + i) % elements.length]!);
		drawVeins(s, rig, ordered);
		const motes = findMotes(s, placement);
		for (const [turn, element] of ordered.entries())
			drawMotes(
				s,
				element,
				motes.filter((_, i) => i % elements.length === turn),
			);
	},
});
