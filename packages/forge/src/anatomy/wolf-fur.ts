import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { Rig } from '../engine/rig.ts';
import { type Point, refineOutline, ribbonOutline } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { findFarEdge, findNearEdge } from './edge.ts';
import { strokeScale } from './stroke.ts';

/**
 * Where the locks of the whiskers begin, from the sideburn down to the chin: the height as a share of eye to chin, how
 * far the lock's tip stands off the skull, and how far in the fur reaches there.
 */
const locks = [
	[-0.2, 0.007, 0.008],
	[0.02, 0.014, 0.017],
	[0.2, 0.02, 0.025],
	[0.37, 0.026, 0.031],
	[0.53, 0.027, 0.035],
	[0.67, 0.024, 0.034],
	[0.79, 0.014, 0.026],
	[0.89, 0, 0],
] as const;

/** A spot beside a lock: how far along it, as a share of the way to the next one, and how far out from the skull's edge. */
type Beside = (along: number, out: number, smooth?: number) => Point;

interface Lock {
	readonly at: Beside;
	readonly tip: number;
	readonly reach: number;
}

/** The locks on one side, each in the direction that the skull's edge has there. */
function findLocks(edge: readonly number[], heights: readonly number[], side: number, breadth: number): Lock[] {
	return locks.slice(0, -1).map(([, tip, reach], i): Lock => {
		const [x, y] = [edge[i]!, heights[i]!];
		const [dx, dy] = [edge[i + 1]! - x, heights[i + 1]! - y];
		const length = Math.hypot(dx, dy) || 1;
		const [nx, ny] = [(side * breadth * dy) / length, (-side * breadth * dx) / length];
		const at: Beside = (along, out, smooth = 1) => [x + dx * along + nx * out, y + dy * along + ny * out, smooth];
		return { at, tip, reach };
	});
}

/** Side whiskers along the outline of both cheeks; the mouth and the middle of the face stay free. */
export function drawWhiskers(s: Studio, { headShape, eyeNear, chin }: Rig, fur: Ramp): void {
	const long = chin[1] - eyeNear[1];
	const heights = locks.map(([share]) => eyeNear[1] + long * share);
	const grow = (edge: readonly number[], side: number, breadth: number): void => {
		const grown = findLocks(edge, heights, side, breadth);
		// Every lock is round on its back and overhangs the next one with its tip.
		const outer = grown.flatMap(({ at, tip }) => [at(0, 0.003, 0.1), at(0.5, tip * 0.8), at(1.24, tip, 0.05)]);
		// The last one runs out into a point beside the chin.
		const inner = grown.flatMap(({ at, reach }, i) =>
			i === grown.length - 1
				? [at(0, -reach, 0.2), at(0.6, -reach * 0.55)]
				: [at(0, -reach, 0.2), at(0.5, -reach - 0.006), at(1.1, -reach - 0.015, 0.05)],
		);
		const loop = [...outer, ...inner.reverse()];
		// In the layer of what grows on the skull, so that the fur stays on its outline however the face is turned.
		s.head.form('earNear', loop, fur, { depth: 0.01, width: 0 });
		// Without a line along the edge that lies on the skin it seems to grow there. Each lock has its own strokes along
		// its curve: one line for all would cut across their tips.
		const perCurve = 4;
		const fine = refineOutline(loop, perCurve);
		const width = 0.0075 * strokeScale(s);
		const strokes = grown.flatMap((_, i) => {
			const from = i * 3 * perCurve;
			const [tip, next] = [from + 2 * perCurve, from + 3 * perCurve];
			const back = ribbonOutline(fine.slice(from, tip + 1), width, 0.5);
			return i < grown.length - 1 ? [back, ribbonOutline(fine.slice(tip, next + 1), width, 0.5)] : [back];
		});
		s.head.pattern('earNear', null, [s.head.facet(...strokes)], fur.ink);
		const hairs = (along: number, depth: number, size: number) =>
			s.head.facet(
				...grown.map(({ at, tip, reach }) =>
					ribbonOutline(
						[
							at(along, -reach * depth),
							at(along + 0.4, -reach * depth + tip * 0.2),
							at(along + 0.75, -reach * depth + tip * 0.62),
						],
						size,
						1,
					),
				),
			);
		s.head.pattern('earNear', null, [hairs(0.1, 0.66, 0.0075 * strokeScale(s))], fur.deep);
		s.head.pattern('earNear', null, [hairs(0.45, 0.3, 0.006 * strokeScale(s))], fur.light);
	};
	grow(findNearEdge(headShape, heights), 1, 1.05);
	grow(findFarEdge(headShape, heights), -1, 0.72);
}

/** Half the breadth of a neck's fur at its sides, and where its tips hang, as fractions of the square from the middle. */
const middle = 0.508;
const collarHalf = 0.146;

/** A tuft at the side of the neck: where it begins and ends on it, from the middle and from the top. */
const sideTufts = [
	[0.118, 0.612, 0.142, 0.655],
	[0.127, 0.642, 0.15, 0.685],
	[0.134, 0.672, 0.156, 0.712],
] as const;

/** Where the tips at the lower edge hang, across from the far side of the neck to the near one. */
const tips = 9;

/** Strands of the neck's fur, in two rows. */
const strands = [
	[-0.08, 0.672],
	[-0.035, 0.69],
	[0.03, 0.69],
	[0.076, 0.672],
	[-0.1, 0.715],
	[-0.056, 0.736],
	[-0.01, 0.744],
	[0.044, 0.738],
	[0.094, 0.715],
] as const;

/** Shaggy fur around the neck, out of the collar and behind the jaw: what every anatomy with a neck has room for. */
export function drawHackles(s: Studio, { neck, headShape }: Rig, fur: Ramp): void {
	if (neck === 'none') return;
	const { marks } = s.recorder;
	// A ruff is that fur already, and only changes its colour; beside a narrower one it would be a second neck.
	for (const [i, mark] of marks.entries())
		if (mark.kind === 'form' && mark.layer === layers.neckFur) marks[i] = { ...mark, ramp: fur };
	// No wider than a closed collar, out of whose sides tips would stick.
	const k = neck === 'ruff' ? 1.2 : Math.min(1.2, s.look.neckWidth * (neck === 'thick' ? 1.2 : 1));
	const X = (out: number): number => middle + out * k;
	const fringe = Array.from({ length: tips * 2 - 1 }, (_, i): Point => {
		const t = i / (tips * 2 - 2);
		const sag = Math.sin(Math.PI * t);
		const [out, y] = [collarHalf * (2 * t - 1), 0.7 + sag * 0.1];
		// Tips point down and outwards, every other one further.
		return i % 2 ? [X(out), y, 0.5] : [X(out + (t - 0.5) * 0.05 * (1.4 - k)), y + 0.02 + (i % 4 ? 0.006 : 0.016), 0.08];
	});
	const tuft = (side: number) =>
		sideTufts.flatMap(([from, top, to, low]): Point[] => [
			[X(side * from), top, 0.15],
			[X(side * (from + (to - from) * 0.72)), top + (low - top) * 0.5],
			[X(side * to), low, 0.05],
		]);
	const shape = s.body.form(
		'neckFur',
		[[X(-0.105), 0.59], ...tuft(-1), ...fringe, ...tuft(1).reverse(), [X(0.105), 0.59], [middle, 0.56]],
		fur,
		{ depth: 0.016 },
	);
	for (const [i, [out, y]] of strands.entries())
		s.body.line(
			'neckFur',
			[
				[X(out), y - 0.018],
				[X(out * 1.05), y],
				[X(out * 1.16), y + 0.02],
			],
			i % 2 ? fur.light : fur.deep,
			0.009,
			{ clip: shape },
		);
	s.body.cast('neckFur', shape, headShape, fur.deep, [0.01, 0.035]);
}
