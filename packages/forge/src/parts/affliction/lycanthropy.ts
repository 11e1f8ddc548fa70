import { findFarEdge, findNearEdge } from '../../anatomy/edge.ts';
import { drawFangs } from '../../anatomy/fangs.ts';
import { strokeScale } from '../../anatomy/stroke.ts';
import type { Ramp } from '../../engine/color.ts';
import { layers } from '../../engine/layers.ts';
import { definePart } from '../../engine/part.ts';
import type { Rig } from '../../engine/rig.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { clawCloth } from '../../wardrobe/torn.ts';

/**
 * Locks of the whiskers from the sideburn down to the chin: their height as a share of eye to chin, how far their tips
 * stand off the skull, and how far in they reach.
 */
const locks = [
	[-0.2, 0, 0.006],
	[0.08, 0.008, 0.02],
	[0.3, 0.018, 0.032],
	[0.5, 0.022, 0.04],
	[0.68, 0.02, 0.044],
	[0.83, 0.012, 0.034],
] as const;

/** Side whiskers along the outline of both cheeks; the mouth and the middle of the face stay free. */
function drawWhiskers(s: Studio, { headShape, eyeNear, chin }: Rig, fur: Ramp): void {
	const long = chin[1] - eyeNear[1];
	const heights = locks.map(([share]) => eyeNear[1] + long * share);
	const grow = (edge: readonly number[], side: number, breadth: number): void => {
		const at = (i: number, out: number, down: number, smooth: number): Point => [
			edge[i]! + side * out * breadth,
			heights[i]! + down,
			smooth,
		];
		const outer = locks.flatMap(([, out], i) => [at(i, 0.002, 0, 0.5), at(i, out, 0.034, 0.08)]);
		const inner = locks.flatMap(([, , reach], i) => [at(i, -reach, 0, 0.6), at(i, -reach - 0.007, 0.026, 0.1)]);
		const tail = at(locks.length - 1, -0.05, 0.05, 0.08);
		// In the layer of what grows on the skull, so that the fur stays on its outline however the face is turned. Without
		// a line along the edge that lies on the skin it seems to grow there.
		s.head.form('earNear', [...outer, tail, ...inner.reverse()], fur, { depth: 0.012, width: 0 });
		s.head.line('earNear', [...outer.slice(1), tail], fur.ink, 0.008 * strokeScale(s), { taper: 0.6 });
	};
	grow(findNearEdge(headShape, heights), 1, 1.05);
	grow(findFarEdge(headShape, heights), -1, 0.72);
}

/** Where the tips of the neck's fur hang, across from the far side of the neck to the near one. */
const tips = 9;

/** Shaggy fur around the neck, out of the collar and behind the jaw: what every anatomy with a neck has room for. */
function drawHackles(s: Studio, { neck, headShape }: Rig, fur: Ramp): void {
	if (neck === 'none') return;
	// No wider than a closed collar, out of whose sides tips would stick.
	const k = Math.min(1.2, s.look.neckWidth * (neck === 'thick' ? 1.2 : neck === 'ruff' ? 1.18 : 1));
	const X = (x: number): number => 0.508 + (x - 0.508) * k;
	const fringe = Array.from({ length: tips * 2 - 1 }, (_, i): Point => {
		const t = i / (tips * 2 - 2);
		const sag = Math.sin(Math.PI * t);
		const [x, y] = [0.362 + 0.292 * t, 0.7 + sag * 0.068];
		// Tips point down and outwards, every other one further.
		return i % 2 ? [X(x), y, 0.5] : [X(x + (t - 0.5) * 0.05 * (1.4 - k)), y + 0.03 + (i % 4 ? 0.006 : 0.018), 0.08];
	});
	const shape = s.body.form(
		'neckFur',
		[[X(0.4), 0.6], [X(0.378), 0.66, 0.3], ...fringe, [X(0.638), 0.66, 0.3], [X(0.616), 0.6], [0.508, 0.56]],
		fur,
		{ depth: 0.016 },
	);
	for (const [x, y] of [
		[0.44, 0.7],
		[0.478, 0.724],
		[0.54, 0.724],
		[0.578, 0.7],
	] as const)
		s.body.line(
			'neckFur',
			[
				[X(x), y - 0.02],
				[X(x) + (x - 0.508) * 0.05, y],
				[X(x) + (x - 0.508) * 0.16, y + 0.022],
			],
			fur.deep,
			0.009,
			{ clip: shape },
		);
	s.body.cast('neckFur', shape, headShape, fur.deep, [0.01, 0.035]);
}

/** Bristling brows over both eyes. */
function drawBrows(s: Studio, { eyeNear, eyeFar, eyeHalf, headShape }: Rig, fur: Ramp): void {
	for (const [[x, y], side] of [
		[eyeNear, 1],
		[eyeFar, -0.78],
	] as const) {
		const at = (along: number, up: number, smooth: number): Point => [
			x + along * side * eyeHalf,
			y - up * eyeHalf,
			smooth,
		];
		s.head.form(
			'brows',
			[
				at(-1.0, 0.86, 0.2),
				at(-0.1, 1.42, 1),
				at(0.85, 1.95, 0.1),
				at(0.9, 1.52, 0.4),
				at(1.5, 1.72, 0.1),
				at(1.3, 1.22, 0.4),
				at(1.72, 1.1, 0.1),
				at(0.9, 0.96, 1),
				at(-0.1, 0.98, 1),
			],
			fur,
			{ depth: 0.007, width: 0.7, contour: false, clip: headShape },
		);
	}
}

/** The bristling brows grow in place of the face's own, which would be a second pair beside them. */
function leaveOutBrows({ hidden, recorder: { marks } }: Studio): void {
	const brows = marks.filter(({ layer }) => layer === layers.brows);
	// A mask's brows are carved, with spots on them; where headgear left out the bristling ones, the others stay.
	if (hidden.has('brows') || !brows.some(({ kind }) => kind === 'form')) return;
	for (const brow of brows) if (brow.kind === 'fill') marks.splice(marks.indexOf(brow), 1);
}

export const lycanthropy = definePart({
	slot: 'affliction',
	id: 'lycanthropy',
	draw(s, rig, _placement, family) {
		// Fur darker than pale skins and paler than dark ones, so that it shows on every face.
		const fur = s.colors.ramp('fur', rig.skin.from[0] > 0.56 ? [0.38, 0.06, 50] : [0.68, 0.06, 65]);
		clawCloth(s);
		drawHackles(s, rig, fur);
		if (rig.lips) drawWhiskers(s, rig, fur);
		// Brows painted over a closed helm, a mask or goggles would be taken for its own.
		if (!s.hidden.has('eyes') && !s.hidden.has('brows')) drawBrows(s, rig, fur);
		// Tusks leave no room for them.
		if (rig.lips && family !== 'tusked') drawFangs(s, rig.lips, rig.skin.ink, { length: 0.034, half: 0.01 });
		for (const [[x, y], reach] of [
			[rig.eyeNear, 0.85],
			[rig.eyeFar, 0.75],
		] as const)
			s.head.glow('skinAffliction', [x, y, rig.eyeHalf * reach], s.colors.tone([0.84, 0.17, 92]), {
				alpha: 0.9,
				blend: 'cover',
				clip: rig.headShape,
			});
	},
	finish: leaveOutBrows,
});
