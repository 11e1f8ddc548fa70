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

/** How the head sits on the shoulders. */
export interface Pose {
	readonly tiltDegrees: number;
	readonly headWidth: number;
	readonly headHeight: number;
	readonly mirrored: boolean;
}

/** The bust square is a little smaller than the picture: crown near 0.10, chin near 0.69. */
const bust: Matrix = multiply([1, 0, 0, 1, 0, -0.062], scaleAbout(0.5, 0, 1.14));

function headMatrix(pose: Pose): Matrix {
	const angle = (pose.tiltDegrees * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const [px, py] = [0.5, 0.7];
	const turn: Matrix = [cos, sin, -sin, cos, px - cos * px + sin * py, py - sin * px - cos * py];
	return multiply(turn, scaleAbout(px, 0.66, pose.headWidth, pose.headHeight));
}

const safe = { top: 0.035, side: 0.045, baseline: 1.02 };
const smallestFit = 0.7;

/** Shrinks the figure towards the bottom edge until every point of the head stays inside the safe area. */
function fitMatrix(extent: readonly Point[], head: Matrix): Matrix {
	let top = 1;
	let reachX = 0;
	for (const [x, y] of extent) {
		const px = head[0] * x + head[2] * y + head[4];
		const py = head[1] * x + head[3] * y + head[5];
		top = Math.min(top, py);
		reachX = Math.max(reachX, Math.abs(px - 0.5));
	}
	const byTop = (safe.baseline - safe.top) / (safe.baseline - top);
	const bySide = (0.5 - safe.side) / Math.max(0.01, reachX);
	return scaleAbout(0.5, safe.baseline, Math.max(smallestFit, Math.min(1, byTop, bySide)));
}

/** The transforms from both spaces (in fractions) to the picture (in fractions). */
export function placeFigure(extent: readonly Point[], pose: Pose): Readonly<Record<Space, Matrix>> {
	const mirror: Matrix = pose.mirrored ? [-1, 0, 0, 1, 1, 0] : [1, 0, 0, 1, 0, 0];
	const head = headMatrix(pose);
	const base = multiply(mirror, multiply(fitMatrix(extent, multiply(bust, head)), bust));
	return { head: multiply(base, head), body: base };
}
