import { hasTrunk, isBeaked } from '../anatomy/outgrowth.ts';
import { strokeScale } from '../anatomy/stroke.ts';
import { computeBounds, computeSpan, containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { growsOnJaw, layers } from '../engine/layers.ts';
import type { FillMark, FormMark, Mark } from '../engine/recorder.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { computeOrientation, type Point, refineOutline, type Shape, unit } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { findMane, findSkullSides } from './winding.ts';

/** Where around the wanted row a veil's upper corner may lie: cloth begins where the head is narrowest, not on a tuft. */
const cornerRows = [-0.03, -0.018, -0.006, 0.006, 0.018, 0.03] as const;

/** A veil's upper edge lies no lower than on a mouth here. */
const lowestMouth = 0.6;

/** How far cloth stands off the jaw. */
const loose = 0.005;

/** Whether the way from `a` over `b` to `c` turns to the inside of a loop that runs down the right side. */
const isHollow = (a: Point, b: Point, c: Point): boolean =>
	(b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0;

/**
 * The edge of cloth drawn tight around the jaw, from one upper corner down around the chin and up to the other. At the
 * corners it lies on the skull, so that none stands out beside the face.
 */
function wrapJaw(outline: readonly Point[], from: Spot, to: Spot): readonly Point[] {
	const low = outline.filter(([, y]) => y > Math.min(from[1], to[1]) + 0.012);
	const [x, top] = [(from[0] + to[0]) / 2, Math.min(from[1], to[1])];
	const angle = (point: Point) => Math.atan2(point[1] - top + 0.02, point[0] - x);
	const hull: Point[] = [[...from]];
	for (const point of [...low].sort((a, b) => angle(a) - angle(b))) {
		while (hull.length > 1 && isHollow(hull.at(-2)!, hull.at(-1)!, point)) hull.pop();
		hull.push(point);
	}
	while (hull.length > 1 && isHollow(hull.at(-2)!, hull.at(-1)!, [...to])) hull.pop();
	hull.push([...to]);
	// Where fur or a beard stands out just below a corner, the cloth begins at its tip.
	const isTip = ([u, v]: Point, [x0, y0]: Point, side: 1 | -1) => (u - x0) * side > 0.008 && v - y0 < 0.05;
	const first = isTip(hull[1]!, hull[0]!, 1) ? 1 : 0;
	const last = isTip(hull.at(-2)!, hull.at(-1)!, -1) ? -1 : undefined;
	return hull.slice(first, last).map(([u, v]): Point => {
		const off = loose * Math.min(1, (v - top) / 0.09);
		return [u + Math.sign(u - x) * off, v + off, 0.8];
	});
}

/** Tufts of fur are more pointed than this cosine of the angle between their edges: jaws are blunt. */
const tuftAngle = -0.45;

/** A head's outline without the tufts of fur on its cheeks: cloth lies flat over their roots, and they stick out beside it. */
function withoutTufts(outline: readonly Point[]): readonly Point[] {
	const side = Math.sign(computeOrientation(outline));
	return outline.filter(([x, y, smooth = 1], i) => {
		const [a, c] = [outline.at(i - 1)!, outline[(i + 1) % outline.length]!];
		const [ux, uy, vx, vy] = [a[0] - x, a[1] - y, c[0] - x, c[1] - y];
		const isConvex = (vx * uy - vy * ux) * side > 0;
		return smooth > 0.3 || !isConvex || (ux * vx + uy * vy) / Math.hypot(ux, uy) / Math.hypot(vx, vy) < tuftAngle;
	});
}

/** Beards and mandibles that hang no lower than this below the chin are hidden by a cloth. */
const mostHidden = 0.11;

/** Lines that reach beyond these are whiskers. */
const muzzleReach = { left: 0.33, right: 0.67 } as const;

/** Whether a mark of the mouth or a whisker lies beneath a cloth, whole or with its lower end. */
function isVeiled(mark: FormMark | FillMark, { outline: cloth, bounds: over }: Shape, chin: number): boolean {
	const { kind, layer, shape } = mark;
	const { left, right, top, bottom } = shape.bounds;
	if (shape.space === 'body' || bottom < over.top) return false;
	if (kind === 'fill' && !mark.clip && (layer === layers.muzzle || layer === layers.mouth))
		if (left < muzzleReach.left || right > muzzleReach.right) return true;
	if (layer !== layers.mouth) return false;
	const isUnder = (share: number, y: number) =>
		containsPoint(cloth, left + (right - left) * share, Math.min(y, chin - 0.01));
	return isUnder(0.5, (top + bottom) / 2) || [0.2, 0.5, 0.8].some((share) => isUnder(share, bottom - 0.004));
}

/** What grows around the mouth: beard, moustache, tusks. */
const findBeard = ({ recorder: { marks } }: Studio): readonly FormMark[] =>
	marks.filter((mark): mark is FormMark => mark.kind === 'form' && growsOnJaw(mark.layer));

const isLong = (beard: readonly FormMark[], chin: number): boolean =>
	beard.some(({ shape }) => shape.bounds.bottom > chin + mostHidden);

/** Leaves out what a cloth hides of mouth, whiskers and beard: their ends would come out above and below it. */
function tuckBeard(s: Studio, cloth: Shape, chin: number): void {
	const { recorder } = s;
	const { marks } = recorder;
	const beard = findBeard(s);
	// Of a moustache or whiskers that are half beneath the cloth nothing stays.
	const losesBeard = !isLong(beard, chin);
	const lost = new Set(losesBeard ? beard.map(({ shape }) => shape) : []);
	const isGone = (mark: Mark) => {
		if (mark.kind === 'cast') return lost.has(recorder.toFace(mark.caster));
		if (mark.kind === 'glow') return false;
		return growsOnJaw(mark.layer) ? losesBeard : isVeiled(mark, cloth, chin);
	};
	for (const mark of marks.filter(isGone)) marks.splice(marks.indexOf(mark), 1);
}

/** How far above the chin a long beard begins to come out beside the cloth. */
const beardFrom = 0.085;

/** Keeps the upper ends of a long beard under the cloth it hangs out from, which ends with the jaw. */
function hangBelow(s: Studio, upperEdge: readonly Point[], hull: readonly Point[], chin: number): void {
	const { marks } = s.recorder;
	const row = chin - beardFrom;
	const low = hull.filter(([, y]) => y >= row);
	const [right, left] = [low[0] ?? hull[0]!, low.at(-1) ?? hull.at(-1)!];
	const clip = s.head.shape([
		...upperEdge,
		[right[0] - loose, right[1], 0],
		[right[0] + 0.03, right[1] + 0.11],
		[right[0] + 0.3, 1.5, 0],
		[left[0] - 0.3, 1.5, 0],
		[left[0] - 0.03, left[1] + 0.11],
		[left[0] + loose, left[1], 0],
	]);
	for (const mark of findBeard(s)) marks[marks.indexOf(mark)] = { ...mark, options: { ...mark.options, clip } };
}

/** Lips broader than this are a fish's or a frog's, which cloth covers whole. */
const broadLips = 0.13;

/** The row of the mouth as a cloth over it sees it. */
function findVeilRow(s: Studio, { mouth }: Rig): number {
	const row = Math.min(mouth[1], lowestMouth);
	// Beside a trunk, which hangs out over it, the cloth is seen on the cheeks only.
	if (hasTrunk(s)) return row - 0.035;
	// Below an insect's eyes it lies over the whole jaw.
	if (s.recorder.snoutKind === 'mandibles') return row - 0.07;
	// From the root of a beak down.
	if (isBeaked(s)) return row - 0.01;
	if (s.recorder.snoutKind) return row;
	const lips = s.recorder.marks
		.filter((mark): mark is FormMark | FillMark => mark.layer === layers.mouth && 'shape' in mark)
		.filter(
			({ shape: { bounds } }) => mouth[0] - bounds.left > broadLips / 2 && bounds.right - mouth[0] > broadLips / 2,
		);
	return Math.max(row - 0.045, Math.min(row, ...lips.map(({ shape }) => shape.bounds.top)));
}

/** A veil's upper edge from its far corner to its near one: over the mouth, or below the eyes over the nose of a short muzzle. */
function findUpperEdge(
	{ nose, eyeNear, eyeFar }: Rig,
	[left, right]: readonly [Point, Point],
	front: number,
): readonly Point[] {
	const width = right[0] - left[0];
	const corners = [[left[0], left[1], 0.2] as Point, [right[0], right[1], 0.2] as Point] as const;
	if (nose)
		return [
			corners[0],
			[eyeFar[0] - 0.005, Math.max(nose[1], eyeFar[1] + belowEye)],
			[nose[0], nose[1] - overNose],
			[eyeNear[0] - 0.02, Math.max(nose[1], eyeNear[1] + belowEye)],
			corners[1],
		];
	return [
		corners[0],
		[left[0] + width * 0.14, (left[1] * 2 + front) / 3 + width * 0.022],
		[left[0] + width * 0.38, front],
		[right[0] - width * 0.2, (right[1] * 2 + front) / 3 + width * 0.03],
		corners[1],
	];
}

/** How far above a nose cloth begins, and how far below the middle of an eye. */
const overNose = 0.014;
const belowEye = 0.052;

/** How far below the middle of the eyes the corners of a cloth over the nose lie on the skull's sides. */
const belowEyes = 0.03;

/** Folds of a veil, from where it is drawn tight behind the jaw to where it sags below the mouth. */
function drawFolds(s: Studio, cloth: Shape, [far, near]: readonly [Point, Point], silk: Ramp): void {
	const width = near[0] - far[0];
	for (const [corner, from, to, reach] of [
		[near, 0.14, 0.4, -0.42],
		[near, 0.3, 0.66, -0.34],
		[near, 0.46, 0.86, -0.3],
		[far, 0.2, 0.5, 0.24],
		[far, 0.38, 0.76, 0.22],
	] as const) {
		const y = (share: number) => corner[1] + (cloth.bounds.bottom - corner[1]) * share;
		const x = (share: number) => corner[0] + reach * width * share;
		const fold: readonly Point[] = [
			[x(0.06), y(from)],
			[x(0.5), y(from * 0.35 + to * 0.65)],
			[x(1), y(to)],
		];
		s.head.line('hairFront', fold, silk.deep, 0.009, { clip: cloth, taper: 0.9 });
	}
}

/** A cloth over mouth and jaw that goes around the head; a long beak comes out over it. */
export function mouthVeil(s: Studio, rig: Rig, silk: Ramp): void {
	const beaked = isBeaked(s) && s.recorder.snout.length > 0;
	const face = { ...rig.headShape, outline: withoutTufts(rig.headShape.outline) };
	const sides = findSkullSides({ ...rig, headShape: face });
	const ends = findSkullSides(rig);
	const corner = (side: 0 | 1, row: number): Spot => {
		// Around a muzzle it goes on to the edge of the fur.
		if (rig.nose) return [ends(row)[side], row];
		const rows = cornerRows.map((below) => row + below);
		const inward = (y: number) => (side ? sides(y)[1] : -sides(y)[0]);
		const y = rows.reduce((best, next) => (inward(next) < inward(best) ? next : best));
		return [sides(y)[side], y];
	};
	// A muzzle's mouth lies lower than the cheeks that hold the cloth.
	const at = findVeilRow(s, rig);
	const skull = refineOutline(face.outline, 4);
	const eyes = rig.eyeNear[1] + belowEyes;
	const hull = wrapJaw(skull, corner(1, rig.nose ? eyes : at - 0.085), corner(0, rig.nose ? eyes : at - 0.062));
	const upperEdge = findUpperEdge(rig, [hull.at(-1)!, hull[0]!], at - 0.05);
	const cloth = s.head.shape([...upperEdge, ...hull.slice(1, -1)]);
	if (!isBeaked(s) && !hasTrunk(s)) {
		tuckBeard(s, cloth, rig.headShape.bounds.bottom);
		hangBelow(s, upperEdge, hull, rig.headShape.bounds.bottom);
	}
	const tie = [hull.at(-1)!, hull[0]!] as const;
	tieBehind(s, rig, tie, silk);
	const { marks } = s.recorder;
	const first = marks.length;
	// An insect's jaw is hollow at its sides, which cloth drawn straight down would stand out of.
	const clip = s.recorder.snoutKind === 'mandibles' ? { clip: face } : {};
	if (s.recorder.snoutKind === 'muzzle') {
		wrapMuzzle(s, rig, hull, silk);
		freeEars(s, tie);
		return;
	}
	s.head.form('hairFront', cloth, silk, { depth: 0.016, width: 0.9, contour: false, ...clip });
	drawFolds(s, cloth, [hull.at(-1)!, hull[0]!], silk);
	// It ends at the head's sides, so it is drawn in the head's space; a beak comes out over it.
	const layer = beaked ? layers.markings + 0.5 : layers.faceCover;
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer };
	freeEars(s, tie);
}

/** An ear that a cloth's upper corner would lie on stands before it: the cloth is tied behind the ears. */
function freeEars({ recorder: { marks, outgrowths } }: Studio, corners: readonly Point[]): void {
	const isTied = (mark: Mark) =>
		mark.kind === 'form' &&
		mark.layer === layers.earNear &&
		corners.some(([x, y]) => containsPoint(refineOutline(mark.shape.outline, 4), x, y));
	for (const { marks: ear } of outgrowths) {
		if (!ear.some(isTied)) continue;
		for (const mark of ear) {
			const i = marks.indexOf(mark);
			if (i < 0) continue;
			marks.splice(i, 1);
			marks.push({ ...mark, layer: layers.faceCover });
		}
	}
}

/** How wide the bands are that a cloth is tied with, and how far they rise on their way behind the head. */
const tieBand = { width: 0.036, rise: 0.035, reach: 0.16 } as const;

/** The bands of a cloth across a mane behind the skull: without them its corners would hang free before the mane. */
function tieBehind(s: Studio, rig: Rig, corners: readonly Point[], silk: Ramp): void {
	for (const [x, y] of corners) {
		const mane = findMane(s, rig, y);
		if (!mane) continue;
		const side = x < 0.5 ? -1 : 1;
		const out = x + side * tieBand.reach;
		s.head.form(
			'hairBack',
			[
				[x - side * 0.05, y + 0.004, 0],
				[out, y - tieBand.rise, 0],
				[out, y - tieBand.rise + tieBand.width * 0.8, 0],
				[x - side * 0.05, y + 0.004 + tieBand.width, 0],
			],
			{ ...silk, light: silk.base, base: silk.shade, shade: silk.deep },
			{ depth: 0.006, width: 0.8, contour: false, clip: mane, fit: false },
		);
	}
}

/** The smallest piece of a muzzle that cloth is drawn over; teeth and nostrils are smaller. */
const leastWound = 0.09;

/** How far a face may be turned on its skull: cloth on both goes on by so much beyond the skull, which it is kept inside of. */
const turned = 0.03;

/** Every how many points of a hull stay, so that its curve is smooth. */
const hullStep = 0.035;

/** The loop around a cloud of points, its corners rounded off. */
function wrapAround(cloud: readonly Point[]): readonly Point[] {
	const sorted = [...cloud].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
	const half = (points: readonly Point[]) => {
		const chain: Point[] = [];
		for (const point of points) {
			while (chain.length > 1 && isHollow(chain.at(-2)!, chain.at(-1)!, point)) chain.pop();
			chain.push(point);
		}
		return chain.slice(0, -1);
	};
	const loop = [...half(sorted), ...half(sorted.reverse())];
	return loop
		.filter(([x, y], i) => i === 0 || Math.hypot(x - loop[i - 1]![0], y - loop[i - 1]![1]) > hullStep / 4)
		.map(([x, y]): Point => [x, y, 0.9]);
}

/** Where a hull goes from the near side of a jaw over to a muzzle: there cloth has an edge of its own. */
function findSpan(hull: readonly Point[], skull: readonly Point[], mouthX: number): readonly Point[] | null {
	const isSkull = ([x, y]: Point) => skull.some(([u, v]) => u === x && v === y);
	const from = hull.findIndex((point, i) => {
		const next = hull[(i + 1) % hull.length]!;
		return point[0] > mouthX && point[1] > 0.5 && isSkull(point) !== isSkull(next);
	});
	return from < 0 ? null : [hull[from]!, hull[(from + 1) % hull.length]!];
}

/** One cloth drawn tight over a long muzzle and around the jaw behind it, with a seam along its ridge. */
function wrapMuzzle(s: Studio, rig: Rig, jaw: readonly Point[], silk: Ramp): void {
	const forms = s.recorder.snout.filter(
		(mark): mark is FormMark => mark.kind === 'form' && computeSpan(mark.shape) > leastWound,
	);
	const muzzle = forms.flatMap(({ shape }) => refineOutline(shape.outline, 3));
	const near = jaw.filter(([x]) => x > rig.mouth[0]).map(([x, y]): Point => [x + turned, y]);
	const low = jaw.filter(([x]) => x <= rig.mouth[0]);
	const outline = wrapAround([...muzzle, ...near, ...low]);
	const { left, top, bottom } = computeBounds(outline);
	// On the skull it ends with the skull, wherever the face is turned; the muzzle stands out of it. Both are in one loop
	// without hollows: in a hollow between them the cloth would be cut into steps.
	const skull = refineOutline(withoutTufts(rig.headShape.outline), 4);
	const reach = muzzle.flatMap(([x, y]): Point[] => [
		[x - turned * 2, y - turned],
		[x - turned * 2, y + turned],
		[x + turned / 2, y + turned],
	]);
	const hull = wrapAround([...skull, ...reach]);
	const room = s.head.shape(hull);
	s.recorder.skull.add(room);
	const cloth = s.head.form('faceCover', outline, silk, { depth: 0.022, width: 0.9, contour: false, clip: room });
	const span = findSpan(hull, skull, rig.mouth[0]);
	if (span)
		s.head.line('headgear', span, silk.outline, (1.5 * Math.max(1, s.style.outlinePx)) / unit, {
			taper: 0.5,
			clip: cloth,
		});
	// Along the ridge from the brow to the nose: on its side it would be a mouth.
	s.head.line(
		'faceCover',
		[
			[rig.mouth[0] + 0.06, top + 0.004],
			[(left + rig.mouth[0]) / 2, top + (bottom - top) * 0.3],
			[left + 0.028, top + (bottom - top) * 0.5],
			[left + 0.05, top + (bottom - top) * 0.8],
		],
		silk.ink,
		0.009 * strokeScale(s),
		{ taper: 0.5, clip: cloth },
	);
}
