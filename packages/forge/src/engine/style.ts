import { type Lch, rotateHue } from './color.ts';

/** How a form's light side and shadow side are told apart. */
export type Shading = 'flat' | 'cel' | 'sharp' | 'soft' | 'halftone' | 'engraving';

export type PaletteName =
	| 'natural'
	| 'primary'
	| 'neon'
	| 'warm-print'
	| 'faded'
	| 'muted'
	| 'pastel'
	| 'earth'
	| 'jewel'
	| 'eight-color'
	| 'accent';

/** One art style as numbers; widths are pixels of the 1024 px reference. */
export interface StylePart {
	readonly slot: 'style';
	readonly id: string;
	readonly outlinePx: number;
	/** 0 draws an even line, 1.9 a line that swells on the shadow side. */
	readonly heaviness: number;
	readonly shading: Shading;
	/** How many tones beside the base are used: 1 shade, 2 + light, 3 + deep, 4 + highlight. */
	readonly bands: 1 | 2 | 3 | 4;
	/** Multiplies how far shadows reach into a form. */
	readonly depth: number;
	readonly castAlpha: number;
	readonly rim: number;
	readonly palette: PaletteName;
	/** Multiplies folds, freckles, scales and strands; below 0.6 small marks are left out. */
	readonly detail: number;
	/** Width of the contour around the whole figure in outline widths. */
	readonly contour: number;
	/**
	 * How eyes are drawn: `full`, the same `grand` or `small`, black `ovals`, bare `lines` of lid and pupil, or `dots`.
	 */
	readonly eyes: 'full' | 'grand' | 'small' | 'ovals' | 'lines' | 'dots';
	/** The line's colour: dark ink, a deep tone of what it surrounds, sepia or blue ink. */
	readonly line: 'ink' | 'tinted' | 'sepia' | 'blue';
	readonly ground: 'scene' | 'speed-lines' | 'paper';
	readonly inkSpotting: boolean;
	/** `low` looks up at the figure: a smaller head over broader shoulders. */
	readonly camera: 'level' | 'low';
	readonly glows: number;
}

const styleDefaults: Omit<StylePart, 'id' | 'slot'> = {
	outlinePx: 3,
	heaviness: 0.9,
	shading: 'cel',
	bands: 2,
	depth: 1,
	castAlpha: 0.5,
	rim: 1,
	palette: 'natural',
	detail: 1,
	contour: 2.4,
	eyes: 'full',
	line: 'ink',
	ground: 'scene',
	inkSpotting: false,
	camera: 'level',
	glows: 1,
};

/** Completes a style from the values that make it special. */
export function defineStyle(own: { readonly id: string } & Partial<Omit<StylePart, 'id' | 'slot'>>): StylePart {
	return { ...styleDefaults, ...own, slot: 'style' };
}

const snap = (value: number, step: number) => Math.round(value / step) * step;
const clampL = (L: number) => Math.min(0.97, Math.max(0.1, L));

const nearestHue = (h: number, hues: readonly number[]) =>
	hues.reduce((best, hue) => {
		const gap = (a: number) => Math.abs(((((a - h) % 360) + 540) % 360) - 180);
		return gap(hue) < gap(best) ? hue : best;
	});

/** What a palette does to a tone; `isAccent` marks cloth and gems, which limited palettes let shine. */
export const palettes: Readonly<Record<PaletteName, (tone: Lch, isAccent: boolean) => Lch>> = {
	natural: (tone) => tone,
	primary: ([L, C, h]) => [L, C * 1.18, h],
	neon: ([L, C, h]) => [clampL(L * 1.02), C * 1.25 + 0.012, rotateHue(h, 290, 14)],
	'warm-print': ([L, C, h]) => [clampL(snap(L, 0.09)), Math.min(0.13, C * 1.05), nearestHue(h, [28, 62, 88, 215])],
	faded: ([L, C, h]) => [clampL(L * 0.86 + 0.11), C * 0.62, rotateHue(h, 80, 16)],
	muted: ([L, C, h]) => [clampL(L * 0.97), C * 0.72, h],
	pastel: ([L, C, h]) => [clampL(L + (0.93 - L) * 0.32), C * 0.78, h],
	earth: ([L, C, h]) => [clampL(L * 0.96), C * 0.8, rotateHue(h, 65, 26)],
	jewel: ([L, C, h]) => [clampL(L * 0.95), C * 1.32, h],
	'eight-color': ([L, C, h]) => [
		clampL(snap(L, 0.14)),
		C < 0.03 ? 0 : 0.11,
		nearestHue(h, [25, 55, 90, 145, 195, 240, 285, 340]),
	],
	accent: ([L, C, h], isAccent) => [L, C * (isAccent ? 1.15 : 0.42), h],
};
