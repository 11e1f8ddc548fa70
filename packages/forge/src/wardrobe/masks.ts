import type { Ramp } from '../engine/color.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { isBulgeEyed } from './hat-line.ts';
import { findSkullSides } from './winding.ts';

/** How far the wood stands out past the skull. */
const overhang = 0.008;

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
		{ depth: 0.012 },
	);
	const white = s.colors.tone([0.95, 0.03, 90]);
	const red = s.colors.tone([0.55, 0.19, 28]);
	const stripe = (points: readonly Point[], color: string, width: number) =>
		pen.line('muzzle', points, color, width, { taper: 0.6 });
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
		pen.pattern('muzzle', null, [pen.disc(nx, ny, h * 1.3, h * 0.95), pen.disc(fx, fy, h * 1.08, h * 0.9)], wood.ink);
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
		{ depth: 0.008, width: 0.8, contour: false },
	);
	for (const [x, y] of [near(0.3, -1.2), near(0.95, -1.32), far(-0.3, -1.18), far(-0.95, -1.3)])
		pen.pattern('brows', null, [pen.disc(x, y, h * 0.13)], white);
}
