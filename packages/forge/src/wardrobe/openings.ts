import { computeSpan, containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { FormMark, Mark, Outgrowth } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { ellipseOutline, type Point, refineOutline } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

/** What is lower than this is a band, which horns and ears stand clear of. */
const leastCover = 0.1;
const steps = 24;

/** Antlers, plumes and feathers stand beside the skull's middle or are narrower than this: nothing grows through them. */
const leastWidth = 0.2;

const isCover = (mark: Mark): mark is FormMark =>
	mark.kind === 'form' &&
	mark.layer === layers.headgear &&
	mark.shape.space === 'head' &&
	mark.shape.bounds.bottom - mark.shape.bounds.top > leastCover &&
	mark.shape.bounds.right - mark.shape.bounds.left > leastWidth &&
	mark.shape.bounds.left < 0.5 &&
	mark.shape.bounds.right > 0.5;

interface Cover {
	readonly mark: FormMark;
	readonly edge: readonly Point[];
}

const isUnder = ({ edge }: Cover, [x, y]: Spot) => containsPoint(edge, x, y);

const between = ([ax, ay]: Spot, [bx, by]: Spot, t: number): Spot => [ax + (bx - ax) * t, ay + (by - ay) * t];

/**
 * How far along an outgrowth it leaves what covers it, from 0 at its root, or null when it stays bare or hidden. What
 * grows upwards stands before the whole hat; what grows sideways comes out where the hat's side ends.
 */
function findOpening({ base, tip }: Outgrowth, covers: readonly Cover[]): number | null {
	const isUpward = Math.abs(tip[1] - base[1]) > Math.abs(tip[0] - base[0]) * 1.1;
	const overRoot = covers.filter((cover) => isUnder(cover, base));
	const counted = isUpward && overRoot.length > 0 ? overRoot : covers;
	let first: number | null = null;
	let last = 0;
	for (let i = 0; i <= steps; i++) {
		if (!counted.some((cover) => isUnder(cover, between(base, tip, i / steps)))) continue;
		first ??= i / steps;
		last = i / steps;
	}
	if (first === null || last > 0.96) return null;
	if (isUpward && first === 0) return 0;
	return first + (last - first) * (isUpward ? 0.35 : 0.6);
}

/** How far an outgrowth's drawing reaches into the skull behind its root. */
const rootDepth = 0.03;

const darker = (ramp: Ramp): Ramp => ({ ...ramp, light: ramp.base, base: ramp.shade, shade: ramp.deep });

/** The hem in front of the root, which lies over it. */
function drawHem(s: Studio, at: Spot, { turn, half, ramp }: { turn: number; half: number; ramp: Ramp }): void {
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
	const place = (u: number, v: number, smooth = 1): Point => [
		at[0] + (u * cos - v * sin) * half,
		at[1] + (u * sin + v * cos) * half,
		smooth,
	];
	s.head.form(
		'headgear',
		[
			place(-1.16, -0.02, 0.3),
			place(-0.6, 0.24),
			place(0, 0.32),
			place(0.6, 0.24),
			place(1.16, -0.02, 0.3),
			place(0.72, 0.46),
			place(0, 0.58),
			place(-0.72, 0.46),
		],
		ramp,
		{ depth: 0.004, width: 0.6, contour: false, fit: false },
	);
}

function letThrough(s: Studio, outgrowth: Outgrowth, covers: readonly Cover[]): void {
	const opening = findOpening(outgrowth, covers);
	if (opening === null) return;
	const { base, tip, marks } = outgrowth;
	const at = between(base, tip, opening);
	const under = covers.findLast((cover) => isUnder(cover, at)) ?? covers.at(-1)!;
	const half = outgrowth.half * (1 - opening * 0.5);
	const turn = Math.atan2(tip[1] - base[1], tip[0] - base[0]) + Math.PI / 2;
	const degrees = (turn * 180) / Math.PI;
	s.head.pattern(
		'headgear',
		null,
		[s.head.shape(ellipseOutline(at[0], at[1], half * 1.2, half * 0.5, degrees))],
		under.mark.ramp.ink,
		0.85,
	);
	for (const mark of marks) s.recorder.marks.push({ ...mark, layer: layers.headgear });
	const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
	// From the opening back over the root.
	const along: Spot = [dy, -dx];
	// Ears are broadest behind their roots.
	const reach = Math.max(half * 1.3, outgrowth.half * 1.6);
	const corner = (u: number, v: number): Point => [
		at[0] + dx * reach * u - along[0] * v,
		at[1] + dy * reach * u - along[1] * v,
		0,
	];
	if (opening > 0) {
		// No further than the root: a mask has its slits beyond.
		const depth = Math.hypot(tip[0] - base[0], tip[1] - base[1]) * opening + rootDepth;
		const patch = s.head.facet([corner(-1, 0), corner(1, 0), corner(1, depth), corner(-1, depth)]);
		s.recorder.skull.add(patch);
		for (const { mark } of covers) {
			const { clip: _, ...options } = mark.options;
			s.head.form('headgear', mark.shape, mark.ramp, { ...options, contour: false, clip: patch });
		}
	}
	drawHem(s, at, { turn, half, ramp: darker(under.mark.ramp) });
}

/** Opens what has just been put on the head, the marks from `from` on, for ears, horns and fins beneath it. */
export function openHeadgear(s: Studio, from: number): void {
	const { marks, outgrowths } = s.recorder;
	if (outgrowths.length === 0) return;
	const covers = marks
		.slice(from)
		.filter(isCover)
		.map((mark): Cover => ({ mark, edge: refineOutline(mark.shape.outline, 4) }));
	if (covers.length === 0) return;
	for (const outgrowth of outgrowths) letThrough(s, outgrowth, covers);
}

/** Long muzzles, beaks and trunks come out of a closed helm instead of being cut by it. */
export function bringSnoutForward(s: Studio): void {
	for (const mark of s.recorder.snout) s.recorder.marks.push({ ...mark, layer: layers.headgear + 0.5 });
}

/** The smallest piece of a muzzle that cloth is wound around; teeth and nostrils are smaller. */
const leastWound = 0.09;

/** Winds a veil around a muzzle or beak; a trunk hangs out over it. */
export function veilSnout(s: Studio, cloth: Ramp, hasTrunk: boolean): void {
	for (const mark of s.recorder.snout) {
		if (hasTrunk) s.recorder.marks.push({ ...mark, layer: layers.skinAffliction });
		else if (mark.kind === 'form' && computeSpan(mark.shape) > leastWound)
			s.recorder.marks.push({ ...mark, ramp: cloth, layer: layers.skinAffliction });
	}
}
