import type { Ramp } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import type { FillMark, FormMark } from '../engine/recorder.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point, type Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { isBulgeEyed } from './hat-line.ts';
import { findSkullSides } from './winding.ts';

/** How far the wood is drawn past the skull, which it is kept inside of. */
const overhang = 0.012;

/** What lies before a face covers no more than this: the skull, with the domes of eyes that stand on it. */
export const findFace = (s: Studio, { headShape, eyeNear, eyeFar, eyeHalf }: Rig, bulging: boolean): Shape =>
	bulging
		? s.head.shape(
				headShape.outline,
				ellipseOutline(...eyeNear, eyeHalf * 1.5, eyeHalf * 1.5),
				ellipseOutline(...eyeFar, eyeHalf * 1.34, eyeHalf * 1.34),
			)
		: headShape;

/** The tip of a flat face's nose and how far it reaches from there; a mask is carved over it. */
function findNose({ recorder: { marks, snoutKind } }: Studio, { lips }: Rig) {
	if (!lips || snoutKind) return null;
	const boxes = marks
		.filter((mark): mark is FormMark | FillMark => mark.layer === layers.muzzle && 'shape' in mark)
		.map(({ shape: { bounds } }) => bounds)
		.filter(({ left, right }) => left > noseReach.left && right < noseReach.right);
	if (boxes.length === 0) return null;
	return {
		left: Math.min(...boxes.map(({ left }) => left)),
		right: Math.max(...boxes.map(({ right }) => right)),
		bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
	};
}

/** Between these lies whatever belongs to a flat face's nose. */
const noseReach = { left: 0.34, right: 0.54 } as const;

/** How far a mask stands off a nose. */
const offNose = 0.006;

/** On the far side of a muzzle there is no cheek: the mask's corner would hang free above the nose. */
const findFarDrop = ({ recorder }: Studio): number => (recorder.snoutKind === 'muzzle' ? 0.62 : 1);

/** A carved half-mask over brow and cheeks; the eyes look out of it because it lies below them. */
export function halfMask(s: Studio, rig: Rig, wood: Ramp): void {
	const pen = s.head;
	const [[nx, ny], [fx, fy]] = [rig.eyeNear, rig.eyeFar];
	const [mx, my] = [(nx + fx) / 2, (ny + fy) / 2];
	const h = Math.min(rig.eyeHalf, (nx - fx) * 0.42);
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
	const nose = findNose(s, rig);
	const farDrop = findFarDrop(s);
	const [tipX, tipY] = nose
		? [(nose.left + nose.right) / 2 - 0.004, nose.bottom + offNose]
		: [mx - h * 0.25, my + 2.2 * h];
	const noseEdge = (x: number): Point[] => (nose ? [[x, tipY - 0.026, 0.7]] : []);
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
			...noseEdge((nose?.right ?? 0) + offNose),
			[tipX, tipY, nose ? 0.6 : 0.15],
			...noseEdge((nose?.left ?? 0) - offNose),
			far(-0.1, 1.3),
			far(-0.9, 1.6 * farDrop, 0.4),
			far(-1.9, 2.3 * farDrop, 0.1),
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
		if (farDrop === 1) stripe([far(-1.35, 0.85), far(-1.4, 1.3), far(-1.6, 1.85)], white, h * 0.24);
	}
	stripe(
		[
			[mx - h * 0.1, my - 1.3 * h],
			[(mx + tipX) / 2 - h * 0.03, my + 0.4 * h],
			[tipX, tipY - 0.35 * h],
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
