import { css, type Lch } from '../engine/color.ts';
import type { Spot } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';

export type EyeShape =
	| 'almond'
	| 'round'
	| 'hooded'
	| 'droopy'
	| 'narrow'
	| 'upturned'
	| 'wide'
	| 'tired'
	| 'sharp'
	| 'glowing'
	| 'bead';
export type Pupil = 'round' | 'slit' | 'bar' | 'ring' | 'star' | 'none';

export interface EyeOptions {
	readonly near: Spot;
	readonly far: Spot;
	/** Width and height of the near eye as fractions. */
	readonly width: number;
	readonly height: number;
	/** Size of the far eye relative to the near one. */
	readonly farScale?: number;
	readonly shape: EyeShape;
	readonly pupil?: Pupil;
	readonly iris: Lch;
	readonly sclera?: Lch;
	readonly lidInk: string;
	/** Colour of the lid's skin, for hooded and half-shut eyes. */
	readonly lidSkin: string;
	readonly lashes?: boolean;
	/** Paint on the lids. */
	readonly lidPaint?: string;
}

/** The irises of people; races add their own. */
export const commonIrises: readonly Lch[] = [
	[0.5, 0.09, 55],
	[0.42, 0.07, 45],
	[0.58, 0.1, 75],
	[0.6, 0.11, 145],
	[0.55, 0.12, 160],
	[0.6, 0.12, 235],
	[0.52, 0.13, 255],
	[0.66, 0.04, 240],
	[0.66, 0.12, 85],
	[0.55, 0.13, 300],
];

interface Lids {
	readonly inner: number;
	readonly outer: number;
	readonly top: number;
	readonly bottom: number;
	readonly height: number;
	readonly width: number;
}

const lidsOfShape: Readonly<Record<EyeShape, Lids>> = {
	almond: { inner: 0.14, outer: -0.1, top: 0.48, bottom: 0.42, height: 1, width: 1.04 },
	round: { inner: 0.06, outer: 0, top: 0.58, bottom: 0.54, height: 1.08, width: 0.96 },
	hooded: { inner: 0.1, outer: 0.02, top: 0.42, bottom: 0.46, height: 0.84, width: 1 },
	droopy: { inner: -0.06, outer: 0.2, top: 0.48, bottom: 0.44, height: 0.94, width: 1.02 },
	narrow: { inner: 0.1, outer: -0.1, top: 0.44, bottom: 0.4, height: 0.66, width: 1.08 },
	upturned: { inner: 0.22, outer: -0.3, top: 0.48, bottom: 0.4, height: 0.92, width: 1.06 },
	wide: { inner: 0.08, outer: -0.04, top: 0.62, bottom: 0.54, height: 1.12, width: 1.04 },
	tired: { inner: 0.06, outer: 0.1, top: 0.38, bottom: 0.52, height: 0.86, width: 1 },
	sharp: { inner: 0.24, outer: -0.36, top: 0.42, bottom: 0.36, height: 0.8, width: 1.06 },
	glowing: { inner: 0.12, outer: -0.16, top: 0.46, bottom: 0.42, height: 0.94, width: 1 },
	bead: { inner: 0, outer: 0, top: 0.52, bottom: 0.52, height: 1, width: 1 },
};

/** Eyes everybody may have. */
export const commonEyes: readonly EyeShape[] = [
	'almond',
	'almond',
	'round',
	'hooded',
	'upturned',
	'wide',
	'droopy',
	'narrow',
	'sharp',
];

const black: Lch = [0.17, 0.03, 300];

/** Lids and pupils, which the barest palette would wash out. */
const inkOf = ({ style, colors }: Studio, tone: Lch): string =>
	style.palette === 'bare' ? css(0.36, 0.03, 290) : colors.tone(tone);

/** Eyes of styles that leave out iris and white; false for all others, and for eyes that glow. */
function drawSimpleEye(s: Studio, options: EyeOptions, frame: Omit<LidFrame, 'side'>): boolean {
	const pen = s.head;
	const { cx, cy, w, h } = frame;
	const white = css(0.98, 0, 0);
	if (s.style.eyes === 'dots') {
		pen.pattern('eyes', null, [pen.disc(cx, cy, w * 0.19, h * 0.34)], options.lidInk);
		pen.pattern('eyes', null, [pen.disc(cx - w * 0.06, cy - h * 0.14, w * 0.06)], white);
		return true;
	}
	if (options.shape === 'glowing' || (options.pupil ?? 'round') === 'none') return false;
	if (s.style.eyes === 'ovals') {
		const open = Math.max(0.55, Math.min(1.1, s.look.expression.lids));
		pen.pattern('eyes', null, [pen.disc(cx, cy, w * 0.25, h * 0.5 * open)], options.lidInk);
		pen.pattern('eyes', null, [pen.disc(cx, cy + h * 0.2 * open, w * 0.17, h * 0.2)], s.colors.tone(options.iris));
		pen.pattern('eyes', null, [pen.disc(cx - w * 0.08, cy - h * 0.2 * open, w * 0.09, h * 0.14)], white);
		return true;
	}
	if (s.style.eyes !== 'lines') return false;
	const { at, topLid, lids } = frame;
	// The iris hangs from the lid: a lid that stands off it would be taken for a second brow.
	const peak = Math.min(topLid, 0.44 / lids.height);
	const lid = [at(-0.55, lids.inner), at(-0.2, -peak * 0.95), at(0.28, -peak), at(0.62, lids.outer - 0.02)];
	const open = pen.shape([...lid, at(0.6, 1.4), at(-0.6, 1.4)]);
	pen.pattern('eyes', open, [pen.disc(cx - w * 0.04, cy - h * 0.02, h * 0.34, h * 0.4)], s.colors.tone(options.iris));
	pen.pattern('eyes', open, [pen.disc(cx - w * 0.04, cy - h * 0.02, h * 0.2, h * 0.24)], options.lidInk);
	pen.pattern('eyes', open, [pen.disc(cx - w * 0.1, cy - h * 0.14, h * 0.08)], white);
	// In the hole of a mask it would be taken for one all the same.
	if (!s.hidden.has('brows')) pen.line('eyes', lid, options.lidInk, 0.012, { taper: 0.6 });
	return true;
}

const timesOfStyle = ({ style }: Studio): number => (style.eyes === 'grand' ? 1.18 : style.eyes === 'small' ? 0.84 : 1);

/** Between the inner corners of both eyes. */
const noseRoot = 0.018;

/** Draws one eye; `side` is 1 when its outer corner points to the picture's right. */
function drawEye(s: Studio, options: EyeOptions, [cx, cy]: Spot, scale: number, side: 1 | -1): void {
	const pen = s.head;
	const { expression } = s.look;
	const lids = lidsOfShape[options.shape];
	const times = timesOfStyle(s);
	const w = options.width * scale * lids.width * times;
	const h = options.height * (1 - (1 - scale) * 0.4) * times;
	const topLid = lids.top * Math.min(1.12, expression.lids);
	const at = (u: number, v: number, smooth?: number): Point => {
		const [x, y] = [cx + side * u * w, cy + v * h * lids.height];
		return smooth === undefined ? [x, y] : [x, y, smooth];
	};
	const almond = pen.shape([
		at(-0.52, lids.inner, 0.6),
		at(-0.2, -topLid * 0.96),
		at(0.28, -topLid),
		at(0.53, lids.outer, 0.6),
		at(0.22, lids.bottom * 0.94),
		at(-0.2, lids.bottom),
	]);
	const sclera = options.sclera ?? [0.95, 0.015, 85];
	if (drawSimpleEye(s, options, { cx, cy, w, h, at, topLid, lids })) return;
	const gazeX = s.look.looksAtViewer ? 0.06 : -0.08;
	const R = h * 0.53 * Math.max(0.8, lids.height) ** 0.7;
	const [ix, iy] = [cx + gazeX * w, cy - h * 0.03];
	if (options.shape === 'glowing') {
		pen.glow('eyes', [cx, cy, w * 0.95], s.colors.tone(options.iris), { alpha: 0.5 });
		// A lit iris around a white heart: an evenly bright almond reads as a closed lid at small sizes.
		const [L, C, hue] = options.iris;
		pen.pattern('eyes', null, [almond], s.colors.tone([0.95, C * 0.35, hue]));
		pen.pattern('eyes', almond, [pen.disc(ix, iy, R * 1.02)], s.colors.tone([Math.min(L, 0.74) - 0.06, C * 1.15, hue]));
		pen.pattern('eyes', almond, [pen.disc(ix, iy, R * 0.58)], s.colors.tone([0.985, C * 0.12, hue]));
	} else {
		if (options.shape !== 'bead') drawEyelid(s, options, { at, topLid, lids });
		const iris = s.colors.ramp('gem', options.iris);
		pen.pattern('eyes', null, [almond], s.colors.tone(sclera));
		pen.pattern('eyes', almond, [pen.disc(ix, iy, R * 1.06)], iris.ink);
		pen.pattern('eyes', almond, [pen.disc(ix, iy, R * 0.96)], iris.shade);
		pen.pattern('eyes', almond, [pen.disc(ix, iy + R * 0.36, R * 0.72, R * 0.54)], iris.light);
		drawPupil(s, options, ix, iy, R, almond);
		pen.pattern('eyes', almond, [pen.disc(cx, cy - h * 0.62, w * 0.8, h * 0.42)], css(0.3, 0.07, 290), 0.26);
		const white = css(0.99, 0.004, 95);
		pen.pattern('eyes', almond, [pen.disc(ix - R * 0.36, iy - R * 0.38, R * 0.29)], white);
		pen.pattern('eyes', almond, [pen.disc(ix + R * 0.38, iy + R * 0.42, R * 0.13)], white, 0.85);
	}
	drawLids(s, options, { cx, cy, w, h, at, topLid, lids, side });
}

/** The lid above the eye with its crease, in the skin's shade or painted. */
function drawEyelid(
	s: Studio,
	options: EyeOptions,
	{ at, topLid, lids }: Pick<LidFrame, 'at' | 'topLid' | 'lids'>,
): void {
	const heavy = options.shape === 'hooded' || options.shape === 'tired' ? 0.3 : 0.2;
	// The lower the lid hangs, the more of it shows.
	const rise = (heavy + Math.max(0, 0.9 - s.look.expression.lids) * 0.5) / lids.height;
	const lid = s.head.shape([
		at(-0.52, lids.inner, 0.5),
		at(-0.22, -topLid - rise * 0.86),
		at(0.28, -topLid - rise),
		at(0.6, lids.outer - rise * 0.3, 0.5),
		at(0.28, -topLid * 0.6),
		at(-0.2, -topLid * 0.6),
	]);
	s.head.pattern('eyes', null, [lid], options.lidPaint ?? options.lidSkin, options.lidPaint ? 0.7 : 0.75);
}

function drawPupil(
	s: Studio,
	options: EyeOptions,
	ix: number,
	iy: number,
	R: number,
	almond: ReturnType<Studio['head']['shape']>,
): void {
	const pen = s.head;
	const dark = inkOf(s, black);
	const size = s.look.expression.pupil;
	const fill = (shape: typeof almond, color = dark) => pen.pattern('eyes', almond, [shape], color);
	switch (options.pupil ?? 'round') {
		case 'none':
			return;
		case 'slit':
			fill(pen.disc(ix, iy, R * 0.2 * size, R * 0.86));
			return;
		case 'bar':
			fill(pen.disc(ix, iy, R * 0.72, R * 0.26));
			return;
		case 'ring':
			fill(pen.disc(ix, iy, R * 0.56));
			fill(pen.disc(ix, iy, R * 0.3), s.colors.ramp('gem', options.iris).spec);
			return;
		case 'star': {
			const points = Array.from({ length: 8 }, (_, i): Point => {
				const reach = R * (i % 2 ? 0.24 : 0.66);
				return [ix + Math.cos((i * Math.PI) / 4) * reach, iy + Math.sin((i * Math.PI) / 4) * reach];
			});
			fill(pen.facet(points));
			return;
		}
		default:
			fill(pen.disc(ix, iy, R * 0.48 * size));
	}
}

interface LidFrame {
	readonly cx: number;
	readonly cy: number;
	readonly w: number;
	readonly h: number;
	readonly at: (u: number, v: number, smooth?: number) => Point;
	readonly topLid: number;
	readonly lids: Lids;
	readonly side: 1 | -1;
}

function drawLids(s: Studio, options: EyeOptions, { w, at, topLid, lids }: LidFrame): void {
	const pen = s.head;
	const thick = 0.012 * (0.6 + 0.4 * Math.min(1.5, s.style.outlinePx / 3)) * (options.width / 0.1) ** 0.5;
	const upper = [
		at(-0.55, lids.inner + 0.02),
		at(-0.2, -topLid * 0.99),
		at(0.28, -topLid * 1.03),
		at(0.62, lids.outer - 0.02),
	];
	if (options.shape === 'hooded' || options.shape === 'tired') {
		const fold = [at(-0.45, -0.2), at(-0.1, -topLid - 0.24), at(0.3, -topLid - 0.22), at(0.66, lids.outer - 0.16)];
		pen.line('eyes', fold, options.lidInk, thick * 0.5, { taper: 0.9, alpha: 0.6 });
	}
	pen.line('eyes', upper, options.lidInk, thick * 1.35, { taper: 0.68 });
	if (options.shape === 'bead' || options.shape === 'glowing') {
		const rim = options.shape === 'bead' ? 0.54 : lids.bottom + 0.04;
		pen.line('eyes', [at(-0.52, 0.1), at(0, rim), at(0.52, 0.06)], options.lidInk, thick * 0.9, { taper: 0.6 });
		return;
	}
	const lower = [at(-0.14, lids.bottom + 0.02), at(0.1, lids.bottom + 0.03), at(0.36, lids.bottom * 0.82)];
	pen.line('eyes', lower, options.lidInk, thick * 0.5, { taper: 0.9, alpha: 0.8 });
	if (options.lashes && w > 0.06) {
		pen.line(
			'eyes',
			[at(0.4, -topLid * 0.72), at(0.62, lids.outer - 0.3), at(0.76, lids.outer - 0.42)],
			options.lidInk,
			thick * 0.6,
		);
		pen.line(
			'eyes',
			[at(0.26, -topLid), at(0.44, -topLid - 0.2), at(0.54, -topLid - 0.3)],
			options.lidInk,
			thick * 0.5,
		);
	}
}

/** Draws both eyes; both irises aim at the same point. */
export function drawEyes(s: Studio, options: EyeOptions): void {
	if (s.hidden.has('eyes')) return;
	const farScale = options.farScale ?? 0.78;
	// Grand eyes leave the root of the nose its room.
	const apart = options.near[0] - options.far[0] - noseRoot;
	const halves = (1 + farScale) * 0.55 * options.width * lidsOfShape[options.shape].width * timesOfStyle(s);
	const lidInk = s.style.palette === 'bare' ? inkOf(s, black) : options.lidInk;
	const fitted = { ...options, lidInk, width: options.width * Math.min(1, apart / halves) };
	drawEye(s, fitted, options.near, 1, 1);
	drawEye(s, fitted, options.far, farScale, -1);
}
