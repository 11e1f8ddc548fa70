import { hasTrunk, isBeaked } from '../anatomy/outgrowth.ts';
import { containsPoint } from '../engine/bounds.ts';
import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { FillMark, FormMark, Mark } from '../engine/recorder.ts';
import type { Rig, Spot } from '../engine/rig.ts';
import { computeOrientation, ellipseOutline, type Point, refineOutline, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { isBulgeEyed } from './hat-line.ts';
import { findSkullSides } from './winding.ts';

/** How far the wood is drawn past the skull, which it is kept inside of. */
const overhang = 0.012;

/** What wood before the face may cover: the skull, with the domes of eyes that stand on it. */
const findFace = (s: Studio, { headShape, eyeNear, eyeFar, eyeHalf }: Rig, bulging: boolean): Shape =>
	bulging
		? s.head.shape(
				headShape.outline,
				ellipseOutline(...eyeNear, eyeHalf * 1.5, eyeHalf * 1.5),
				ellipseOutline(...eyeFar, eyeHalf * 1.34, eyeHalf * 1.34),
			)
		: headShape;

/** A carved half-mask over brow and cheeks; the eyes look out of it because it lies below them. */
export function halfMask(s: Studio, rig: Rig, wood: Ramp): void {
	const { eyeNear, eyeFar, eyeHalf } = rig;
	const pen = s.head;
	const [[nx, ny], [fx, fy]] = [eyeNear, eyeFar];
	const [mx, my] = [(nx + fx) / 2, (ny + fy) / 2];
	const h = Math.min(eyeHalf, (nx - fx) * 0.42);
	const bulging = isBulgeEyed(rig);
	// It ends at the band above it, and at the sides of the head.
	const up = bulging ? h : Math.min(h, (ny - rig.hat.y + rig.hat.half * 0.08) / 2.3);
	const sides = findSkullSides(rig);
	const face = findFace(s, rig, bulging);
	const within = (x: number, y: number, smooth: number): Point => {
		const [left, right] = sides(y);
		return [Math.max(left - overhang, Math.min(right + overhang, x)), y, smooth];
	};
	const near = (u: number, v: number, smooth = 1): Point => within(nx + u * h, ny + v * (v < 0 ? up : h), smooth);
	const far = (u: number, v: number, smooth = 1): Point => within(fx + u * h * 0.85, fy + v * (v < 0 ? up : h), smooth);
	pen.form(
		'muzzle',
		[
			[mx, my - 1.7 * h, 0.5],
			near(0.4, -1.75),
			near(2.1, -2.3, 0.1),
			near(2.25, 0),
			near(2.45, 2.5, 0.1),
			near(1.05, 1.65, 0.4),
			near(0.05, 1.3),
			[mx - h * 0.25, my + 2.2 * h, 0.15],
			far(-0.1, 1.3),
			far(-0.9, 1.6, 0.4),
			far(-1.9, 2.3, 0.1),
			far(-1.85, 0),
			far(-1.8, -2.2, 0.1),
			far(-0.3, -1.75),
		],
		wood,
		{ depth: 0.012, clip: face },
	);
	const white = s.colors.tone([0.95, 0.03, 90]);
	const red = s.colors.tone([0.55, 0.19, 28]);
	const stripe = (points: readonly Point[], color: string, width: number) =>
		pen.line('muzzle', points, color, width, { taper: 0.6, clip: face });
	// Beside eyes that fill the head there is no cheek to paint.
	if (nx + h * 2.15 < sides(ny + h * 2)[1] + overhang) {
		stripe([near(1.85, 0.55), near(1.9, 1.25), near(2.15, 2)], white, h * 0.26);
		stripe([near(1.3, 0.95), near(1.4, 1.3), near(1.6, 1.75)], white, h * 0.26);
		stripe([far(-1.35, 0.85), far(-1.4, 1.3), far(-1.6, 1.85)], white, h * 0.24);
	}
	stripe(
		[
			[mx - h * 0.1, my - 1.3 * h],
			[mx - h * 0.15, my + 0.4 * h],
			[mx - h * 0.25, my + 1.85 * h],
		],
		red,
		h * 0.4,
	);
	if (s.style.eyes !== 'dots')
		pen.pattern('muzzle', face, [pen.disc(nx, ny, h * 1.3, h * 0.95), pen.disc(fx, fy, h * 1.08, h * 0.9)], wood.ink);
	pen.form(
		'brows',
		[
			[mx, my - 1.15 * h, 0.4],
			near(-0.2, -1.55),
			near(2.3, -2.05, 0.1),
			near(1.5, -0.95, 0.4),
			near(0.1, -0.8),
			[mx - h * 0.05, my - 0.35 * h, 0.3],
			far(-0.05, -0.8),
			far(-1.35, -0.95, 0.4),
			far(-2, -2, 0.1),
			far(0.1, -1.5),
		],
		wood,
		{ depth: 0.008, width: 0.8, contour: false, clip: face },
	);
	for (const [x, y] of [near(0.3, -1.2), near(0.95, -1.32), far(-0.3, -1.18), far(-0.95, -1.3)])
		pen.pattern('brows', null, [pen.disc(x, y, h * 0.13)], white);
}

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
	marks.filter((mark): mark is FormMark => mark.kind === 'form' && mark.layer === layers.beard);

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
		return mark.layer === layers.beard ? losesBeard : isVeiled(mark, cloth, chin);
	};
	for (const mark of marks.filter(isGone)) marks.splice(marks.indexOf(mark), 1);
}

/** The outline of the jaw, and with a long beard that of the beard down to the chin. */
function findJaw(s: Studio, { outline, bounds }: Pick<Shape, 'outline' | 'bounds'>): readonly Point[] {
	const beard = findBeard(s);
	const grown = isLong(beard, bounds.bottom) ? beard.flatMap(({ shape }) => refineOutline(shape.outline, 4)) : [];
	return [...refineOutline(outline, 4), ...grown.filter(([, y]) => y < bounds.bottom - 0.03)];
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
	if (s.recorder.snoutKind) return row;
	const lips = s.recorder.marks
		.filter((mark): mark is FormMark | FillMark => mark.layer === layers.mouth && 'shape' in mark)
		.filter(
			({ shape: { bounds } }) => mouth[0] - bounds.left > broadLips / 2 && bounds.right - mouth[0] > broadLips / 2,
		);
	return Math.max(row - 0.045, Math.min(row, ...lips.map(({ shape }) => shape.bounds.top)));
}

/** A cloth over mouth and jaw that goes around the head; beneath a beak it lies around the jaw only. */
export function mouthVeil(s: Studio, rig: Rig, silk: Ramp): void {
	const beaked = isBeaked(s);
	const face = { ...rig.headShape, outline: withoutTufts(rig.headShape.outline) };
	const sides = findSkullSides({ ...rig, headShape: face });
	const corner = (side: 0 | 1, row: number): Spot => {
		const rows = cornerRows.map((below) => row + below);
		const inward = (y: number) => (side ? sides(y)[1] : -sides(y)[0]);
		const y = rows.reduce((best, next) => (inward(next) < inward(best) ? next : best));
		return [sides(y)[side], y];
	};
	// A muzzle's mouth lies lower than the cheeks that hold the cloth.
	const at = beaked ? Math.max(rig.mouth[1], lowestMouth) + 0.02 : findVeilRow(s, rig);
	const skull = findJaw(s, face);
	const hull = wrapJaw(skull, corner(1, at - 0.085), corner(0, at - 0.062));
	const [right, left] = [hull[0]!, hull.at(-1)!];
	const width = right[0] - left[0];
	const front = at - (beaked ? 0.01 : 0.05);
	const cloth = s.head.shape([
		[left[0], left[1], 0.2],
		[left[0] + width * 0.14, (left[1] * 2 + front) / 3 + width * 0.022],
		[left[0] + width * 0.38, front],
		[right[0] - width * 0.2, (right[1] * 2 + front) / 3 + width * 0.03],
		[right[0], right[1], 0.2],
		...hull.slice(1, -1),
	]);
	if (!beaked && !hasTrunk(s)) tuckBeard(s, cloth, rig.headShape.bounds.bottom);
	const { marks } = s.recorder;
	const first = marks.length;
	// An insect's jaw is hollow at its sides, which cloth drawn straight down would stand out of.
	const clip = s.recorder.snoutKind === 'mandibles' ? { clip: face } : {};
	s.head.form('hairFront', cloth, silk, { depth: 0.016, width: 0.9, contour: false, ...clip });
	// It ends at the head's sides, so it is drawn in the head's space; a beak comes out over it.
	const layer = beaked ? layers.markings + 0.5 : layers.faceCover;
	for (let i = first; i < marks.length; i++) marks[i] = { ...marks[i]!, layer };
}
