import type { Point, Space } from './shape.ts';

/** A 2D affine transform in the order of `CanvasRenderingContext2D.transform`. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const multiply = (m: Matrix, n: Matrix): Matrix => [
	m[0] * n[0] + m[2] * n[1],
	m[1] * n[0] + m[3] * n[1],
	m[0] * n[2] + m[2] * n[3],
	m[1] * n[2] + m[3] * n[3],
	m[0] * n[4] + m[2] * n[5] + m[4],
	m[1] * n[4] + m[3] * n[5] + m[5],
];

const scaleAbout = (x: number, y: number, sx: number, sy = sx): Matrix => [sx, 0, 0, sy, x - sx * x, y - sy * y];

/** How the head sits on the shoulders, and how the bust stands in the picture. */
export interface Placement {
	readonly tiltDegrees: number;
	readonly headWidth: number;
	readonly headHeight: number;
	/** How far the face is turned and nods, as it shifts on the skull, in fractions of the square. */
	readonly turn: number;
	readonly nod: number;
	readonly mirrored: boolean;
	/** The shoulders face the other way than the head. */
	readonly isBodyMirrored: boolean;
	/** Picture sides per side of the bust square. */
	readonly zoom: number;
	/** How far the figure stands from the picture's middle, in fractions of its side. */
	readonly aside: number;
	/** How much higher than usual the figure stands, so that its hands lie above a frame. */
	readonly raise?: number;
}

function headMatrix(pose: Placement): Matrix {
	const angle = (pose.tiltDegrees * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const [px, py] = [0.5, 0.7];
	const turn: Matrix = [cos, sin, -sin, cos, px - cos * px + sin * py, py - sin * px - cos * py];
	return multiply(turn, scaleAbout(px, 0.66, pose.headWidth, pose.headHeight));
}

export const still: Matrix = [1, 0, 0, 1, 0, 0];
const flip: Matrix = [-1, 0, 0, 1, 1, 0];

/** The transform from the head's or the face's space to the body's. */
export function getBodyMatrix(pose: Placement, space: 'head' | 'face'): Matrix {
	const head = space === 'head' ? headMatrix(pose) : multiply(headMatrix(pose), faceMatrix(pose));
	return pose.mirrored === pose.isBodyMirrored ? head : multiply(flip, head);
}

/** Where a spot of the face lies in the body space. */
export function toBody(pose: Placement, [x, y]: readonly [number, number]): readonly [x: number, y: number] {
	const [a, b, c, d, e, f] = getBodyMatrix(pose, 'face');
	return [a * x + c * y + e, b * x + d * y + f];
}

const faceMatrix = ({ turn, nod }: Placement): Matrix => [1, 0, 0, 1, turn, nod];

const safe = { top: 0.035, side: 0.045, carried: 0.008, baseline: 1.02 };
/** What stays free beyond the line around a figure. */
const clearance = 0.028;
const smallestFit = 0.7;

/** What the figure keeps clear of, in fractions of the picture. */
export interface Margins {
	/** How far the line around the figure reaches. */
	readonly lineWidth: number;
	/** The page's margin and the frame, which lie over the picture's edges. */
	readonly page: number;
}

/** Shrinks the figure towards the bottom edge until every point of the head stays inside the safe area. */
function fitMatrix(
	extent: readonly Point[],
	head: Matrix,
	{ aside, raise = 0 }: Placement,
	{ lineWidth, page }: Margins,
): Matrix {
	let top = 1;
	let reachX = 0;
	for (const [x, y] of extent) {
		const px = head[0] * x + head[2] * y + head[4];
		const py = head[1] * x + head[3] * y + head[5];
		top = Math.min(top, py);
		reachX = Math.max(reachX, Math.abs(px - 0.5));
	}
	const height = safe.baseline - raise - Math.max(safe.top, page + clearance + lineWidth);
	const byTop = height / (safe.baseline - top);
	const bySide = (0.5 - Math.max(safe.side, page + lineWidth) - Math.abs(aside)) / Math.max(0.01, reachX);
	return scaleAbout(0.5, safe.baseline, Math.max(smallestFit, Math.min(1, byTop, bySide)));
}

/** How far a figure may step aside to make room for what it carries. */
const mostAside = 0.05;

/** Moves the figure aside, and shrinks it where that is not enough, until what it carries lies between the picture's sides. */
export function keepCarried(pose: Placement, carried: readonly Point[], { lineWidth, page }: Margins): Placement {
	let [left, right] = [0, 0];
	for (const point of carried) {
		const x = pose.isBodyMirrored ? 0.5 - point[0] : point[0] - 0.5;
		left = Math.min(left, x);
		right = Math.max(right, x);
	}
	const room = 0.5 - Math.max(safe.carried, page) - lineWidth;
	const widest = Math.max(-left, right, 0.1);
	const zoom = Math.min(pose.zoom, (room + mostAside) / widest, (2 * room) / Math.max(0.1, right - left));
	const aside = Math.max(-room - left * zoom, Math.min(room - right * zoom, pose.aside));
	return { ...pose, zoom, aside };
}

/** Hands that reach lower than this come so near to the edge or frame that they seem to touch it. */
const sillGap = 0.012;
/** Raised further, the figure would end above the picture's edge, or its head would be too small. */
const mostRaised = 0.075;

/** Raises the figure until the forms of its hands and of what they hold lie above the picture's lower edge, or the frame or page over it. */
export function keepAboveFrame(
	lows: readonly number[],
	extent: readonly Point[],
	pose: Placement,
	margins: Margins,
): Placement {
	const sill = 1 - margins.page - sillGap - margins.lineWidth;
	let placed = pose;
	// A raised figure may have to be smaller to keep its head inside, and is so about its foot.
	for (let i = 0; i < 3; i++) {
		const { body } = placeFigure(extent, placed, margins);
		const low = Math.max(0, ...lows.map((y) => body[3] * y + body[5]).filter((y) => y < sill + mostRaised));
		if (low <= sill) break;
		placed = { ...placed, raise: Math.min(mostRaised, (placed.raise ?? 0) + low - sill) };
	}
	return placed;
}

const lift = 0.064;

/** The bust square lies a little above the picture and fills it: crown near 0.12, chin near 0.65. */
const toBust = (zoom: number): Matrix => multiply([1, 0, 0, 1, 0, -lift], scaleAbout(0.5, 0, zoom));

/** Where in the body space the picture's sides, top and bottom lie, a margin inside of them, however tall the head is. */
export function findFrame(
	{ zoom, aside, isBodyMirrored, raise = 0 }: Placement,
	margin: number,
): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number } {
	const shift = isBodyMirrored ? -aside : aside;
	return {
		left: 0.5 - (0.5 - margin + shift) / zoom,
		right: 0.5 + (0.5 - margin - shift) / zoom,
		top: (margin + lift + raise) / zoom,
		bottom: (1 - margin + lift + raise) / zoom,
	};
}

/** The transforms from all spaces (in fractions) to the picture (in fractions). */
export function placeFigure(
	extent: readonly Point[],
	pose: Placement,
	margins: Margins,
): Readonly<Record<Space, Matrix>> {
	const bust = toBust(pose.zoom);
	const head = headMatrix(pose);
	const fit = fitMatrix(extent, multiply(bust, head), pose, margins);
	const stand = multiply([1, 0, 0, 1, pose.aside, -(pose.raise ?? 0)], fit);
	const place = (mirrored: boolean) => multiply(stand, multiply(mirrored ? flip : still, bust));
	const skull = multiply(place(pose.mirrored), head);
	return { head: skull, face: multiply(skull, faceMatrix(pose)), body: place(pose.isBodyMirrored) };
}
