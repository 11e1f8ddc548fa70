import { hasTrunk, isCoifed, isHooded } from '../anatomy/outgrowth.ts';
import { computeSpan, containsPoint, findHull } from '../engine/bounds.ts';
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
	// What is kept inside another form is no cover of its own.
	!mark.options.clip &&
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

/** Holes in hats are no lower than this on the crown, clear of brim and band. */
const lowestHole = 0.215;

/** How far along an ear or a straight horn it is high enough for a hole; curved horns come out at their roots. */
function findCrownHole({ base, tip, marks }: Outgrowth): number {
	const t = Math.min(0.4, Math.max(0, (base[1] - lowestHole) / (base[1] - tip[1])));
	const [x, y] = between(base, tip, t);
	return marks.some((mark) => mark.kind === 'form' && containsPoint(refineOutline(mark.shape.outline, 4), x, y))
		? t
		: 0;
}

/** The same or a spot closer to the root, so that the whole hole lies on what covers the root. */
function keepOnCover({ base, tip, half }: Outgrowth, t: number, covers: readonly Cover[]): number {
	const length = Math.hypot(tip[0] - base[0], tip[1] - base[1]);
	const [nx, ny] = [((tip[1] - base[1]) / length) * half * 0.9, ((base[0] - tip[0]) / length) * half * 0.9];
	const isWhole = (share: number) => {
		const [x, y] = between(base, tip, share);
		return [-1, 0, 1].every((side) => covers.some((cover) => isUnder(cover, [x + nx * side, y + ny * side])));
	};
	return [1, 0.75, 0.5, 0.25].map((share) => share * t).find(isWhole) ?? 0;
}

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
	if (rises && first === 0) return keepOnCover(outgrowth, findCrownHole(outgrowth), covers);
	if (first === null || last > 0.96) return null;
	const length = Math.hypot(tip[0] - base[0], tip[1] - base[1]);
	// So little of a tip would be a lump on the cover.
	if (!rises && (1 - last) * length < leastTip) return null;
	if (rises) return first + (last - first) * 0.52;
	const covered = (last - first) * length;
	return first + (last - first) * (covered < narrow ? 0.8 : first > 0 ? 0.4 : 0.6);
}

/** How far along a stem the first cover begins, or null when none is over it. */
function findRim(base: Spot, stem: Spot, covers: readonly Cover[]): number | null {
	for (let i = 0; i <= steps; i++)
		if (covers.some((cover) => isUnder(cover, between(base, stem, i / steps)))) return i / steps;
	return null;
}

/** Cloth darker than this shows no darker hem on it. */
const darkCloth = 0.55;

const isDark = (ramp: Ramp): boolean => ramp.from[0] < darkCloth;

/** The hem's tones: apart from the cover's, or horns would seem to lie on it. */
function hemOf(s: Studio, ramp: Ramp): Ramp {
	const [L, C, h] = ramp.from;
	if (isDark(ramp)) return { ...s.colors.ramp('cloth', [L + 0.24, C, h]), ink: ramp.ink };
	return { ...ramp, light: ramp.base, base: ramp.deep, shade: ramp.deep };
}

/** A slit in a cover, across what comes out of it: its middle, the direction it runs in and half its length. */
interface Slit {
	readonly at: Spot;
	readonly turn: number;
	readonly half: number;
}

const hemWidth = 0.011;

/** How far a hole reaches beyond what comes out of it, and how deep it is: no deeper than this share of its length. */
const loose = 0.004;
const flatness = 0.36;
const deepestHole = 0.02;

/** Radii of the hole around what comes out of a slit. */
const radiiOf = ({ half }: Slit): readonly [along: number, across: number] => [
	half * 1.02 + loose,
	Math.min(deepestHole, half * flatness) + loose,
];

/** The near lip of a hole from one end to the other, `off` further out than its edge. */
function findLip(slit: Slit, off: number, count = 13): Point[] {
	const { at, turn } = slit;
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
	const [rx, ry] = radiiOf(slit);
	return Array.from({ length: count }, (_, i): Point => {
		const angle = Math.PI * (1 - i / (count - 1));
		const [u, v] = [Math.cos(angle) * (rx + off), Math.sin(angle) * (ry + off)];
		return [at[0] + u * cos - v * sin, at[1] + u * sin + v * cos, 1];
	});
}

/** The hem along the near lip, in front of the root. */
function drawHem(s: Studio, slit: Slit, ramp: Ramp, receiver: Shape | null): void {
	const hem = [...findLip(slit, 0), ...findLip(slit, hemWidth).reverse()].map(
		([x, y], i): Point => [x, y, i % 13 === 0 || i % 13 === 12 ? 0 : 1],
	);
	s.head.pattern('headgear', receiver, [s.head.shape(hem)], hemOf(s, ramp).base);
	const clip = receiver ? { clip: receiver } : {};
	for (const off of [0, hemWidth])
		s.head.line('headgear', findLip(slit, off), ramp.ink, off ? 0.006 : 0.008, { taper: 0.3, ...clip });
}

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
	if (from >= to) return { at, turn, half };
	const middle = (from + to) / 2;
	const wide = (to - from) / 2;
	return { at: [at[0] + middle * cos, at[1] + middle * sin], turn, half: wide };
}

/** How far beside its hole the tip of a bent ear may be. */
const bentReach = 0.25;

/** All that lies beyond a slit, a convex loop: it ends at the near lip. */
function findBeyond(slit: Slit): readonly Point[] {
	const { at, turn } = slit;
	const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
	const place = (u: number, v: number): Point => [at[0] + u * cos - v * sin, at[1] + u * sin + v * cos, 0];
	// No ear or horn is half as long as the square; beside the hole it may be wider.
	const [wide, far] = [Math.max(slit.half * 3, bentReach), -0.5];
	const lip = findLip(slit, 0).map(([x, y]): Point => [x, y, 0]);
	return [place(-wide, -0.001), ...lip, place(wide, -0.001), place(wide, far), place(-wide, far)];
}

/** All but what lies below a hole, for horns that curl down beside it. */
function findAround(slit: Slit): readonly Point[] {
	const lip = findLip(slit, 0).map(([x, y]): Point => [x, y, 0]);
	const [[left], [right]] = [lip[0]!, lip.at(-1)!];
	return [[left, 2], ...lip, [right, 2], [2, 2], [2, -1], [-1, -1], [-1, 2]].map(([x, y]): Point => [x!, y!, 0]);
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
function drawBeyond(s: Studio, marks: readonly Mark[], slit: Slit, curls: boolean): void {
	const beyond = findBeyond(slit);
	const window = s.head.facet(curls ? findAround(slit) : beyond);
	const windows = new Map<Shape | null, Shape | null>([[null, window]]);
	const toWindow = (clip: Shape | null): Shape | null => {
		// What curls down beside its root has its lines beyond the hole.
		if (curls && clip) return clip;
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

/** Takes marks out of the picture; they may be drawn once more elsewhere. */
function leaveOut({ recorder }: Studio, lost: readonly Mark[]): void {
	for (const mark of lost) {
		const i = recorder.marks.indexOf(mark);
		if (i >= 0) recorder.marks.splice(i, 1);
	}
}

/** Keeps the tip of what is left inside a cover's side from coming out beyond it. */
function stayInside(s: Studio, outgrowth: Outgrowth, covers: readonly Cover[]): void {
	const { marks } = s.recorder;
	if (isUpward(outgrowth)) return;
	const cover = covers.find((candidate) =>
		[0.5, 0.7, 0.85].some((t) => isUnder(candidate, between(outgrowth.base, outgrowth.tip, t))),
	);
	if (!cover) return;
	// All of it but the tip is out of sight.
	if (isUnder(cover, outgrowth.base)) {
		if (isHooded(s)) leaveOut(s, outgrowth.marks);
		return;
	}
	// Within the cover's outline, in whose opening the root shows.
	const inside = findHull(cover.edge);
	const isOut = (mark: Mark) =>
		mark.kind === 'form' && mark.shape.outline.some(([x, y]) => !containsPoint(inside, x, y));
	if (!outgrowth.marks.some(isOut)) return;
	const clip = s.head.facet(inside);
	for (const mark of outgrowth.marks) {
		const i = marks.indexOf(mark);
		if (mark.kind === 'form' && i >= 0) marks[i] = { ...mark, options: { ...mark.options, clip } };
	}
}

/** Ears rooted wider than this fan out behind whatever is worn. */
const widest = 0.128;

/** How far along an outgrowth it leaves what covers it, stem or not; null when it does not. */
function findWayOut(outgrowth: Outgrowth, covers: readonly Cover[]): number | null {
	const stem = findStem(outgrowth);
	return stem ? findRim(outgrowth.base, stem, covers) : findOpening(outgrowth, covers);
}

/** Whether a hood hides all that shows of an ear beside the face. */
const isHidden = (outgrowth: Outgrowth, covers: readonly Cover[]): boolean =>
	findWayOut(outgrowth, covers) === null &&
	[0.7, 0.85].some((t) => covers.some((cover) => isUnder(cover, between(outgrowth.base, outgrowth.tip, t))));

/** Ears that stay in a hood because the other one of the pair does: one alone would be a button on the cloth. */
function findShyEars(s: Studio, covers: readonly Cover[]): ReadonlySet<Outgrowth> {
	if (!isHooded(s)) return new Set();
	const ears = s.recorder.outgrowths.filter(
		(outgrowth) => outgrowth.base[1] > lowestCrown && !outgrowth.isWorn && !findStem(outgrowth),
	);
	return new Set(ears.length === 2 && ears.some((ear) => isHidden(ear, covers)) ? ears : []);
}

function letThrough(s: Studio, outgrowth: Outgrowth, covers: readonly Cover[], isShy: boolean): void {
	if (outgrowth.half > widest) return;
	// The cloth of a coif falls behind both ears alike.
	if (isCoifed(s) && outgrowth.base[1] > lowestCrown) {
		const near = outgrowth.marks.filter(({ layer }) => layer > layers.head);
		s.recorder.marks.push(...near.map((mark) => ({ ...mark, layer: layers.headgear })));
		leaveOut(s, near);
		return;
	}
	const stem = findStem(outgrowth);
	const opening = isShy ? null : findWayOut(outgrowth, covers);
	if (opening === null) {
		stayInside(s, outgrowth, covers);
		return;
	}
	const { base, half, marks } = outgrowth;
	const isBare = !covers.some((cover) => isUnder(cover, base));
	// Root and tip on both sides of a hood's rim would not join, nor what of a horn's root shows beside its hole.
	if ((isBare || isUpward(outgrowth)) && !stem && isHooded(s)) leaveOut(s, marks);
	const tip = stem ?? outgrowth.tip;
	const at = between(base, tip, opening);
	const under = (covers.findLast((cover) => isUnder(cover, at)) ?? covers.at(-1)!).mark;
	const isCut = opening > 0 && !stem;
	// Slits for ears run down the cover's side, whichever way the ears point.
	const lean = isCut && !isUpward(outgrowth) ? 0.35 : 1;
	const turn = Math.atan2((tip[1] - base[1]) * lean, tip[0] - base[0]) + Math.PI / 2;
	const slit = isCut ? measureSlit(marks, at, turn, half) : { at, turn, half };
	// What is cut at its root is whole beyond the cover; what stands on a cover has nothing but the hem to hide its root.
	const receiver = isCut ? under.shape : null;
	const [rx, ry] = radiiOf(slit);
	const hole = (rim: number) => s.head.shape(ellipseOutline(...slit.at, rx + rim, ry + rim, (turn * 180) / Math.PI));
	s.head.pattern('headgear', receiver, [hole(hemWidth)], hemOf(s, under.ramp).base);
	s.head.pattern('headgear', receiver, [hole(0)], under.ramp.ink, 0.85);
	drawBeyond(s, marks, slit, stem !== null);
	drawHem(s, slit, under.ramp, receiver);
}

/** Opens what has been put on a head drawn with the marks `bare` for ears, horns and fins beneath it. */
export function openHeadgear(s: Studio, bare: ReadonlySet<Mark>): void {
	// Not by their number: veils and pipes leave out some of them.
	const from = s.recorder.marks.findLastIndex((mark) => bare.has(mark)) + 1;
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
	const shy = findShyEars(s, covers);
	for (const outgrowth of outgrowths) letThrough(s, outgrowth, covers, shy.has(outgrowth));
}

/** Long muzzles, beaks and trunks come out of a closed helm instead of being cut by it. */
export function bringSnoutForward(s: Studio): void {
	for (const mark of s.recorder.snout) s.recorder.marks.push({ ...mark, layer: layers.headgear + 0.5 });
}

/** The smallest piece of a beak that cloth is wound around. */
const leastWound = 0.09;

/** Winds a veil around a beak; a trunk hangs out over it. */
export function veilSnout(s: Studio, cloth: Ramp): void {
	if (s.recorder.snoutKind === 'muzzle') return;
	for (const mark of s.recorder.snout) {
		if (hasTrunk(s)) s.recorder.marks.push({ ...mark, layer: layers.faceCover });
		else if (mark.kind === 'form' && computeSpan(mark.shape) > leastWound)
			s.recorder.marks.push({ ...mark, ramp: cloth, layer: layers.skinAffliction });
	}
}
