import { hasTrunk, isCoifed, isHooded } from '../anatomy/outgrowth.ts';
import { computeSpan, containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { FormMark, Mark, Outgrowth } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { computeOrientation, ellipseOutline, type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { clearBrow } from './clear-brow.ts';

/** What is lower than this is a band, which horns and ears stand clear of. */
const leastCover = 0.1;
const steps = 24;

/** Antlers, plumes and feathers stand beside the skull's middle or are narrower than this: nothing grows through them. */
const leastWidth = 0.2;

/** Whether a mark is what ears and horns must come out of. */
export const isCover = (mark: Mark): mark is FormMark =>
	mark.kind === 'form' &&
	mark.layer === layers.headgear &&
	!mark.options.closed &&
	mark.shape.space === 'head' &&
	mark.shape.bounds.bottom - mark.shape.bounds.top > leastCover &&
	mark.shape.bounds.right - mark.shape.bounds.left > leastWidth &&
	mark.shape.bounds.left < 0.5 &&
	mark.shape.bounds.right > 0.5;

/** Cheek guards narrower than this keep their breadth in front of what comes out of them. */
const narrow = 0.06;

interface Cover {
	readonly mark: FormMark;
	readonly edge: readonly Point[];
}

const isUnder = ({ edge }: Cover, [x, y]: Spot) => containsPoint(edge, x, y);

const between = ([ax, ay]: Spot, [bx, by]: Spot, t: number): Spot => [ax + (bx - ax) * t, ay + (by - ay) * t];

/** What rises from its root and curls down again, as rams' horns do: covers open for its stem. */
function findStem({ base, tip, half, marks }: Outgrowth): Spot | null {
	if (tip[1] <= base[1]) return null;
	const top = Math.min(...marks.map((mark) => (mark.kind === 'form' ? mark.shape.bounds.top : 1)));
	return base[1] - top < half * 1.5 ? null : [base[0] + (tip[0] - base[0]) * 0.15, top];
}

/** Ears are rooted lower than this: however steep they stand, they come out of a cover's side. */
export const lowestCrown = 0.34;

/** What stands out of a cover's side by less stays inside. */
const leastTip = 0.03;

const isUpward = ({ base, tip }: Outgrowth) =>
	base[1] < lowestCrown && Math.abs(tip[1] - base[1]) > Math.abs(tip[0] - base[0]) * 1.1;

/**
 * How far along an outgrowth it leaves what covers it, from 0 at its root, or null when it stays bare or hidden. What
 * grows upwards stands before the whole hat; what grows sideways comes out where the hat's side ends.
 */
function findOpening(outgrowth: Outgrowth, covers: readonly Cover[]): number | null {
	const { base, tip } = outgrowth;
	const rises = isUpward(outgrowth);
	const overRoot = covers.filter((cover) => isUnder(cover, base));
	const counted = rises && overRoot.length > 0 ? overRoot : covers;
	let first: number | null = null;
	let last = 0;
	for (let i = 0; i <= steps; i++) {
		if (!counted.some((cover) => isUnder(cover, between(base, tip, i / steps)))) continue;
		// What a hat's bent tip hides once more comes out before it all the same.
		if (rises && first !== null && i / steps - last > 1.5 / steps) break;
		first ??= i / steps;
		last = i / steps;
	}
	if (rises && first === 0) return 0;
	if (first === null || last > 0.96) return null;
	const length = Math.hypot(tip[0] - base[0], tip[1] - base[1]);
	// So little of a tip would be a lump on the cover.
	if (!rises && (1 - last) * length < leastTip) return null;
	if (rises) return first + (last - first) * 0.35;
	const covered = (last - first) * length;
	return first + (last - first) * (covered < narrow ? 0.8 : 0.6);
}

/** How far along a stem the first cover begins, or null when none is over it. */
function findRim(base: Spot, stem: Spot, covers: readonly Cover[]): number | null {
	for (let i = 0; i <= steps; i++)
		if (covers.some((cover) => isUnder(cover, between(base, stem, i / steps)))) return i / steps;
	return null;
}

/** Cloth darker than this shows no darker hem on it. */
const darkCloth = 0.42;

const isDark = (ramp: Ramp): boolean => ramp.from[0] < darkCloth;

/** The hem's tones: apart from the cover's, or horns would seem to lie on it. */
function hemOf(s: Studio, ramp: Ramp): Ramp {
	const [L, C, h] = ramp.from;
	if (isDark(ramp)) return { ...s.colors.ramp('cloth', [L + 0.24, C, h]), ink: ramp.ink };
	return { ...ramp, light: ramp.base, base: ramp.shade, shade: ramp.deep };
}

/** A slit in a cover, seen along what comes out of it: `u` runs along it in halves of its length, `v` back to the root. */
interface Slit {
	readonly at: Spot;
	readonly turn: number;
	readonly half: number;
	/** Unit of `v`: how deep the hem hangs. */
	readonly deep: number;
}

function placeOn({ at, turn, half, deep }: Slit): (u: number, v: number, smooth?: number) => Point {
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
	return (u, v, smooth = 1) => [
		at[0] + u * half * cos - v * deep * sin,
		at[1] + u * half * sin + v * deep * cos,
		smooth,
	];
}

/** The hem in front of the root, which lies over it. */
function drawHem(s: Studio, slit: Slit, ramp: Ramp, clip?: Shape): void {
	const place = placeOn(slit);
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
		hemOf(s, ramp),
		{ depth: 0.004, width: 0.6, contour: false, fit: false, ...(clip ? { clip } : {}) },
	);
}

const hemWidth = 0.012;

/** Hems of wide slits are no deeper than this. */
const deepest = 0.05;

/** The slit across an outgrowth at a spot of its middle, as long as the outgrowth is wide there. */
function measureSlit(marks: readonly Mark[], at: Spot, turn: number, half: number): Slit {
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
	let [from, to] = [9, -9];
	for (const mark of marks) {
		if (mark.kind !== 'form') continue;
		const edge = refineOutline(mark.shape.outline, 4);
		let before = edge.at(-1)!;
		for (const point of edge) {
			const v = (point[1] - at[1]) * cos - (point[0] - at[0]) * sin;
			const w = (before[1] - at[1]) * cos - (before[0] - at[0]) * sin;
			if (v > 0 !== w > 0) {
				const [x, y] = between([before[0], before[1]], [point[0], point[1]], w / (w - v));
				const u = (x - at[0]) * cos + (y - at[1]) * sin;
				from = Math.min(from, u);
				to = Math.max(to, u);
			}
			before = point;
		}
	}
	if (from >= to) return { at, turn, half, deep: Math.min(half, deepest) };
	const middle = (from + to) / 2;
	const wide = (to - from) / 2;
	return { at: [at[0] + middle * cos, at[1] + middle * sin], turn, half: wide, deep: Math.min(wide, deepest) };
}

/** All that lies beyond a slit, a convex loop: it ends under the hem. */
function findBeyond(slit: Slit): readonly Point[] {
	const place = placeOn(slit);
	const arc = Array.from({ length: 13 }, (_, i): Point => {
		const u = (i - 6) / 2;
		return place(u, 0.42 * (1 - (u / 1.16) ** 2), 0);
	});
	// No ear or horn is half as long as the square.
	const far = -0.5 / slit.deep;
	return [...arc, place(3, far, 0), place(-3, far, 0)];
}

/** What of a loop lies inside a convex one. */
function cutTo(loop: readonly Point[], convex: readonly Point[]): readonly Point[] {
	const sign = Math.sign(computeOrientation(convex));
	let kept = loop;
	convex.forEach((end, i) => {
		const start = convex.at(i - 1)!;
		const inside = ([x, y]: Point) =>
			sign * ((end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]));
		const next: Point[] = [];
		kept.forEach((point, k) => {
			const before = kept.at(k - 1)!;
			const [d, e] = [inside(point), inside(before)];
			if (d > 0 !== e > 0)
				next.push([
					before[0] + ((point[0] - before[0]) * e) / (e - d),
					before[1] + ((point[1] - before[1]) * e) / (e - d),
					0,
				]);
			if (d > 0) next.push(point);
		});
		kept = next;
	});
	return kept;
}

/** Draws an outgrowth's marks once more over the cover, as far as they lie beyond the slit. */
function drawBeyond(s: Studio, marks: readonly Mark[], slit: Slit): void {
	const beyond = findBeyond(slit);
	const window = s.head.facet(beyond);
	const windows = new Map<Shape | null, Shape | null>([[null, window]]);
	const toWindow = (clip: Shape | null): Shape | null => {
		if (!windows.has(clip)) {
			const loop = cutTo(clip!.straight ? clip!.outline : refineOutline(clip!.outline, 4), beyond);
			windows.set(clip, loop.length > 2 ? s.head.facet(loop) : null);
		}
		return windows.get(clip)!;
	};
	for (const mark of marks) {
		if (mark.kind === 'cast') continue;
		const clip = toWindow((mark.kind === 'form' ? mark.options.clip : mark.clip) ?? null);
		if (!clip) continue;
		const layer = layers.headgear;
		s.recorder.marks.push(
			mark.kind === 'form' ? { ...mark, layer, options: { ...mark.options, clip } } : { ...mark, layer, clip },
		);
	}
}

/** Keeps the tip of what is left inside a cover's side from coming out beyond it. */
function stayInside({ recorder: { marks } }: Studio, outgrowth: Outgrowth, covers: readonly Cover[]): void {
	if (isUpward(outgrowth)) return;
	const cover = covers.find((candidate) =>
		[0.5, 0.7, 0.85].some((t) => isUnder(candidate, between(outgrowth.base, outgrowth.tip, t))),
	);
	if (!cover || isUnder(cover, outgrowth.base)) return;
	const { bounds } = cover.mark.shape;
	if (outgrowth.tip[0] > bounds.left && outgrowth.tip[0] < bounds.right) return;
	for (const mark of outgrowth.marks) {
		const i = marks.indexOf(mark);
		if (mark.kind === 'form' && i >= 0) marks[i] = { ...mark, options: { ...mark.options, clip: cover.mark.shape } };
	}
}

/** The cloth's shadow on what comes out of it. */
function shadeRoot(s: Studio, marks: readonly Mark[], slit: Slit): void {
	const root = marks[0];
	if (root?.kind !== 'form') return;
	const place = placeOn(slit);
	const edge = [place(-1.1, 0.3), place(-1.1, -0.25), place(0, -0.12), place(1.1, -0.25), place(1.1, 0.3)];
	s.head.pattern('headgear', root.shape, [s.head.shape(edge)], root.ramp.ink, 0.4);
}

/** What lies on the far side of the skull, from a little above a root to a little below it. */
function findBesideSkull(s: Studio, { base, half }: Outgrowth): Shape | null {
	const head = s.recorder.marks.find((mark) => mark.kind === 'form' && mark.layer === layers.head);
	if (head?.kind !== 'form') return null;
	const reach = half * 2.4;
	const edge = refineOutline(head.shape.outline, 4)
		.filter(([x, y]) => x < head.shape.bounds.left + 0.1 && Math.abs(y - base[1]) < reach)
		.map(([x, y]): Point => [x, y])
		.sort((a, b) => a[1] - b[1]);
	if (edge.length < 2) return null;
	const [top, bottom] = [edge[0]!, edge.at(-1)!];
	return s.head.facet([[top[0], -1], ...edge, [bottom[0], 2], [-1, 2], [-1, -1]]);
}

/** Draws an ear that begins in the opening of a cloth whole before it: cut in two, root and tip would not join. */
function showWhole(s: Studio, outgrowth: Outgrowth): void {
	const isFar = outgrowth.base[0] < 0.5;
	const beside = isFar ? findBesideSkull(s, outgrowth) : null;
	for (const mark of outgrowth.marks) {
		const layer = layers.headgear;
		if (mark.kind === 'form' && beside && !mark.options.clip)
			s.recorder.marks.push({ ...mark, layer, options: { ...mark.options, clip: beside } });
		else s.recorder.marks.push({ ...mark, layer });
	}
}

/** Ears rooted wider than this fan out behind whatever is worn. */
const widest = 0.128;

function letThrough(s: Studio, outgrowth: Outgrowth, covers: readonly Cover[]): void {
	if (outgrowth.half > widest) return;
	const stem = findStem(outgrowth);
	const opening = stem ? findRim(outgrowth.base, stem, covers) : findOpening(outgrowth, covers);
	if (opening === null) {
		stayInside(s, outgrowth, covers);
		return;
	}
	const isBare = !isUpward(outgrowth) && !covers.some((cover) => isUnder(cover, outgrowth.base));
	if (isBare && !stem && (isHooded(s) || isCoifed(s))) {
		showWhole(s, outgrowth);
		return;
	}
	const { base, half, marks } = outgrowth;
	const tip = stem ?? outgrowth.tip;
	const at = between(base, tip, opening);
	const under = (covers.findLast((cover) => isUnder(cover, at)) ?? covers.at(-1)!).mark;
	const isCut = opening > 0 && !stem;
	// Slits for ears run down the cover's side, whichever way the ears point.
	const lean = isCut && !isUpward(outgrowth) ? 0.35 : 1;
	const turn = Math.atan2((tip[1] - base[1]) * lean, tip[0] - base[0]) + Math.PI / 2;
	const slit = isCut ? measureSlit(marks, at, turn, half) : { at, turn, half, deep: half };
	const degrees = (turn * 180) / Math.PI;
	const [x, y] = placeOn(slit)(0, -0.15);
	// What is cut at its root is whole beyond the cover; what stands on a cover has nothing but the hem to hide its root.
	const receiver = isCut ? under.shape : null;
	// The slit itself is not seen in dark cloth, so its hem runs all around it.
	if (isDark(under.ramp)) {
		const around = ellipseOutline(x, y, slit.half * 1.34 + hemWidth, slit.deep * 0.56 + hemWidth, degrees);
		s.head.pattern('headgear', receiver, [s.head.shape(around)], hemOf(s, under.ramp).base);
	}
	s.head.pattern(
		'headgear',
		receiver,
		[s.head.shape(ellipseOutline(x, y, slit.half * 1.34, slit.deep * 0.56, degrees))],
		under.ramp.ink,
		0.85,
	);
	if (isCut) drawBeyond(s, marks, slit);
	else for (const mark of marks) s.recorder.marks.push({ ...mark, layer: layers.headgear });
	shadeRoot(s, marks, slit);
	drawHem(s, slit, under.ramp, receiver ?? undefined);
}

/** Opens what has just been put on the head, the marks from `from` on, for ears, horns and fins beneath it. */
export function openHeadgear(s: Studio, from: number): void {
	openCovers(s, from);
	clearBrow(s, from);
}

function openCovers(s: Studio, from: number): void {
	const { marks, outgrowths } = s.recorder;
	const covers = marks
		.slice(from)
		.filter(isCover)
		.map((mark): Cover => ({ mark, edge: refineOutline(mark.shape.outline, 4) }));
	if (covers.length === 0 || outgrowths.length === 0) return;
	for (const outgrowth of outgrowths) letThrough(s, outgrowth, covers);
}

/** Long muzzles, beaks and trunks come out of a closed helm instead of being cut by it. */
export function bringSnoutForward(s: Studio): void {
	for (const mark of s.recorder.snout) s.recorder.marks.push({ ...mark, layer: layers.headgear + 0.5 });
}

/** The smallest piece of a muzzle that cloth is wound around; teeth and nostrils are smaller. */
const leastWound = 0.09;

/** Winds a veil around a muzzle or beak; a trunk hangs out over it. */
export function veilSnout(s: Studio, cloth: Ramp): void {
	for (const mark of s.recorder.snout) {
		if (hasTrunk(s)) s.recorder.marks.push({ ...mark, layer: layers.faceCover });
		else if (mark.kind === 'form' && computeSpan(mark.shape) > leastWound)
			s.recorder.marks.push({ ...mark, ramp: cloth, layer: layers.skinAffliction });
	}
}
