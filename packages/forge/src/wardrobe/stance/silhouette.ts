import { transformPoint } from '../../engine/bounds.ts';
import { type Layer, layers } from '../../engine/layers.ts';
import { getBodyMatrix, type Matrix, type Placement } from '../../engine/placement.ts';
import type { FormMark, Mark } from '../../engine/recorder.ts';
import { type Point, refineOutline, type Shape } from '../../engine/shape.ts';
import type { HeadSide } from '../../engine/studio.ts';

/** The body space is measured in so many rows from its top to its bottom. */
const rowCount = 50;

/** How far forms reach to the left and to the right at each height, in the body space; nothing reaches from 9 to -9. */
export interface Silhouette {
	readonly left: Float64Array;
	readonly right: Float64Array;
}

const openSilhouette = (): Silhouette => ({
	left: new Float64Array(rowCount).fill(9),
	right: new Float64Array(rowCount).fill(-9),
});

function addLoop({ left, right }: Silhouette, loop: readonly Point[], m: Matrix | null): void {
	let [fromX, fromY] = [0, 0];
	for (let i = 0; i <= loop.length; i++) {
		const point = loop[i % loop.length]!;
		const x = m ? m[0] * point[0] + m[2] * point[1] + m[4] : point[0];
		const y = m ? m[1] * point[0] + m[3] * point[1] + m[5] : point[1];
		const steps = i === 0 ? 1 : Math.max(1, Math.ceil(Math.abs(y - fromY) * rowCount * 1.5));
		for (let step = 1; step <= steps; step++) {
			const part = i === 0 ? 1 : step / steps;
			const row = Math.floor((fromY + (y - fromY) * part) * rowCount);
			if (row < 0 || row >= rowCount) continue;
			const across = fromX + (x - fromX) * part;
			if (across < left[row]!) left[row] = across;
			if (across > right[row]!) right[row] = across;
		}
		[fromX, fromY] = [x, y];
	}
}

/** Curves of large shapes leave their control points' polygon by more than a gap. */
const toLoop = ({ outline, bounds, straight }: Shape): readonly Point[] =>
	straight || (bounds.right - bounds.left < 0.15 && bounds.bottom - bounds.top < 0.15)
		? outline
		: refineOutline(outline, 3);

/** Thinner veils, as of smoke, hide nothing. */
const solidFrom = 0.8;

/** Measures what is held or carried, drawn in the body space. */
export function measureThing(marks: readonly Mark[]): Silhouette {
	const silhouette = openSilhouette();
	for (const mark of marks)
		if (mark.kind === 'form' || (mark.kind === 'fill' && mark.alpha >= solidFrom && !mark.clip))
			addLoop(silhouette, toLoop(mark.shape), null);
	return silhouette;
}

/** What the face is read by. */
const ofFace: ReadonlySet<number> = new Set(
	(['head', 'muzzle', 'mouth', 'eyes'] as const satisfies Layer[]).map((layer) => layers[layer]),
);
const ofEars: ReadonlySet<number> = new Set([layers.earFar, layers.earNear, layers.ears]);
const ofHair: ReadonlySet<number> = new Set([layers.hairBack, layers.hairFront]);
const ofHeadgear: ReadonlySet<number> = new Set([layers.faceCover, layers.headgear]);

/** The silhouettes of a head: of its face, of ears and horns, of hair, and of headgear. */
export interface HeadSilhouette {
	readonly face: Silhouette;
	readonly ears: Silhouette;
	readonly hair: Silhouette;
	readonly headgear: Silhouette;
}

/** Which side of the head a thing is on, in the body space. */
export type Side = 'near' | 'far';

/** What is wider than this in a row, as an axe's blade or a banner, stands beside the head or behind it. */
const widestPole = 0.13;

/** Whether a thing is more than a pole with a small head. */
export const isWide = ({ left, right }: Silhouette): boolean => left.some((x, row) => right[row]! - x > widestPole);

/** How far outwards a thing reaches in at its innermost. */
export const findInnermost = ({ left, right }: Silhouette, side: Side): number =>
	side === 'near' ? Math.min(...left) : Math.min(...right.map((x) => -x));

/** Curves leave the box of their points by less. */
const swell = 0.03;

/** What of a head is measured. */
interface Measured {
	readonly side: Side;
	/** Only what reaches further outwards than this: a face has many forms, and most of them lie well inside. */
	readonly from: number;
}

/** Measures the head as it is drawn so far. */
export function measureHead(marks: readonly Mark[], pose: Placement, { side, from }: Measured): HeadSilhouette {
	const [face, ears, hair, headgear] = [
		openSilhouette(),
		openSilhouette(),
		openSilhouette(),
		openSilhouette(),
	] as const;
	const matrices = { head: getBodyMatrix(pose, 'head'), face: getBodyMatrix(pose, 'face') };
	const add = (silhouette: Silhouette, { shape }: FormMark): void => {
		if (shape.space === 'body') return;
		const matrix = matrices[shape.space];
		const { left, right } = transformPoint(shape.bounds, matrix);
		if ((side === 'near' ? right : -left) + swell > from) addLoop(silhouette, toLoop(shape), matrix);
	};
	for (const mark of marks) {
		if (mark.kind !== 'form' || mark.options.clip) continue;
		const { layer } = mark;
		if (ofFace.has(layer)) add(face, mark);
		else if (ofEars.has(layer)) add(ears, mark);
		else if (ofHair.has(layer)) add(hair, mark);
		else if (ofHeadgear.has(layer)) add(headgear, mark);
	}
	return { face, ears, hair, headgear };
}

/** How a thing lies to what is beside it. */
export interface Overlap {
	/** How far it reaches inwards over the other; below 0 it keeps away. */
	readonly reach: number;
	/** In how many rows it does so. */
	readonly rows: number;
}

/** Measures a thing that is lowered by `drop` rows against what is beside it. */
export function measureOverlap(thing: Silhouette, other: Silhouette, side: Side, drop = 0): Overlap {
	let [reach, rows] = [-1, 0];
	for (let row = 0; row + drop < rowCount; row++) {
		const edge = side === 'near' ? thing.left[row]! : -thing.right[row]!;
		if (edge > 8) continue;
		// What ends just above or below touches as well.
		for (let at = Math.max(0, row + drop - 1); at <= row + drop + 1 && at < rowCount; at++) {
			const over = (side === 'near' ? other.right[at]! : -other.left[at]!) - edge;
			if (over > reach) reach = over;
			if (over > 0 && at === row + drop) rows++;
		}
	}
	return { reach, rows };
}

/** The height of a row. */
export const rowHeight = 1 / rowCount;

/** How far to the left, in the body space, the head reaches between two heights with all that is on it: at most and everywhere. */
export function findFarSide(marks: readonly Mark[], pose: Placement, top: number, bottom: number): HeadSide {
	const head = Object.values(measureHead(marks, pose, { side: 'far', from: -0.5 })) as Silhouette[];
	const [first, last] = [Math.floor(top * rowCount), Math.ceil(bottom * rowCount)];
	const rows = Array.from({ length: last - first }, (_, i) => Math.min(...head.map(({ left }) => left[first + i]!)));
	return { most: Math.min(...rows), everywhere: Math.max(...rows) };
}
