import { type Lch, type Material, rotateHue } from './color.ts';
import type { GroundName, PageName } from './scene/ground-tones.ts';

/** How a form's light side and shadow side are told apart. */
export type Shading = 'flat' | 'cel' | 'sharp' | 'soft' | 'halftone' | 'engraving';

/** The line's colour: dark ink, a deep or a pale tone of what it surrounds, sepia, blue or violet ink, or pencil. */
export type LineInk = 'ink' | 'tinted' | 'faint' | 'sepia' | 'blue' | 'violet' | 'pencil';

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
	| 'accent'
	| 'champagne'
	| 'bare'
	| 'wash'
	| 'high-key'
	| 'dim'
	| 'rich'
	| 'plain';

/** Multipliers of a head's width and height and of the shoulders. */
export interface Proportions {
	readonly headWidth: number;
	readonly headHeight: number;
	readonly shoulders: number;
}

export const natural: Proportions = { headWidth: 1, headHeight: 1, shoulders: 1 };
/** Seen from below: a small head over broad shoulders. */
export const heroic: Proportions = { headWidth: 0.9, headHeight: 0.9, shoulders: 1.14 };
export const childlike: Proportions = { headWidth: 1.12, headHeight: 1.06, shoulders: 0.86 };
export const slender: Proportions = { headWidth: 0.92, headHeight: 1.02, shoulders: 0.9 };

/** One art style as numbers; widths are pixels of the 1024 px reference. */
export interface StylePart {
	readonly slot: 'style';
	readonly id: string;
	readonly outlinePx: number;
	/** 0 draws an even line, 2.4 a line that swells on the shadow side. */
	readonly heaviness: number;
	readonly shading: Shading;
	/** How many tones beside the base are used: 1 shade, 2 + light, 3 + deep, 4 + highlight. */
	readonly bands: 1 | 2 | 3 | 4;
	/** Multiplies how far shadows reach into a form. */
	readonly depth: number;
	/** Multiplies how far a material's tones lie apart. */
	readonly contrast: number;
	readonly castAlpha: number;
	readonly rim: number;
	/** The rim light's tone where the style has one of its own, whatever the scene. */
	readonly rimTone: Lch | null;
	readonly palette: PaletteName;
	/** Multiplies folds, freckles, scales and strands; below 0.6 small marks are left out. */
	readonly detail: number;
	/** Inks short strokes inwards from the shadow edges of forms. */
	readonly feathering: boolean;
	/** Width of the contour around the whole figure in outline widths. */
	readonly contour: number;
	/** Width of the pale line around the contour, as stickers have, in pixels of the reference; 0 for none. */
	readonly stickerPx: number;
	/**
	 * How eyes are drawn: `full`, the same `grand` or `small`, black `ovals`, bare `lines` of lid and pupil, or `dots`.
	 */
	readonly eyes: 'full' | 'grand' | 'small' | 'ovals' | 'lines' | 'dots';
	readonly line: LineInk;
	/** What the style makes of every scene, and what the picture is printed on. */
	readonly ground: GroundName;
	readonly page: PageName;
	/** Pitch of dots or engraved lines in pixels of the reference. */
	readonly rasterPx: number;
	readonly inkSpotting: boolean;
	readonly proportions: Proportions;
	readonly glows: number;
	/** Draws in large square pixels of few colours. */
	readonly pixels: boolean;
}

const styleDefaults: Omit<StylePart, 'id' | 'slot'> = {
	outlinePx: 3,
	heaviness: 0.9,
	shading: 'cel',
	bands: 2,
	depth: 1,
	contrast: 1,
	castAlpha: 0.5,
	rim: 1,
	rimTone: null,
	palette: 'natural',
	detail: 1,
	feathering: false,
	contour: 2.4,
	stickerPx: 0,
	eyes: 'full',
	line: 'ink',
	ground: 'scene',
	page: 'full',
	rasterPx: 9,
	inkSpotting: false,
	proportions: natural,
	glows: 1,
	pixels: false,
};

/** Completes a style from the values that make it special. */
export function defineStyle(own: { readonly id: string } & Partial<Omit<StylePart, 'id' | 'slot'>>): StylePart {
	return { ...styleDefaults, ...own, slot: 'style' };
}

const snap = (value: number, step: number) => Math.round(value / step) * step;
const clampL = (L: number) => Math.min(0.97, Math.max(0.1, L));
/** Moves a lightness by `share` of its way towards `to`. */
const lift = (L: number, to: number, share: number) => L + (to - L) * share;

const nearestHue = (h: number, hues: readonly number[]) =>
	hues.reduce((best, hue) => {
		const gap = (a: number) => Math.abs(((((a - h) % 360) + 540) % 360) - 180);
		return gap(hue) < gap(best) ? hue : best;
	});

/** What a palette does to a tone; limited palettes let some materials shine. `null` is a tone of no material. */
export const palettes: Readonly<Record<PaletteName, (tone: Lch, material: Material | null) => Lch>> = {
	natural: (tone) => tone,
	primary: ([L, C, h]) => [L, C * 1.34, h],
	neon: ([L, C, h]) => [clampL(L * 1.02), C * 1.4 + 0.025, rotateHue(h, 300, 22)],
	'warm-print': ([L, C, h]) => [clampL(snap(L, 0.11)), Math.min(0.13, C * 1.1), nearestHue(h, [28, 62, 88, 200])],
	faded: ([L, C, h]) => [clampL(L * 0.8 + 0.14), C * 0.5, rotateHue(h, 80, 24)],
	muted: ([L, C, h]) => [clampL(L * 0.97), C * 0.62, h],
	pastel: ([L, C, h]) => [clampL(lift(L, 0.94, 0.42)), C * 0.78, rotateHue(h, 340, 10)],
	earth: ([L, C, h]) => [clampL(L * 0.96), C * 0.8, rotateHue(h, 65, 30)],
	jewel: ([L, C, h]) => [clampL(L * 0.93), C * 1.36, h],
	accent: ([L, C, h], material) =>
		material === 'cloth' ? [Math.min(0.62, Math.max(0.46, L)), 0.19, 27] : [L, C * 0.08, h],
	champagne: ([L, C, h], material) =>
		material === 'cloth'
			? [clampL(L * 0.82), C * 0.85, rotateHue(h, 10, 50)]
			: [clampL(lift(L, 0.9, 0.16)), C * 0.72, h],
	bare: ([L, C, h]) => [clampL(lift(L, 0.96, 0.46)), C * 0.68, h],
	wash: ([L, C, h]) => [clampL(lift(L, 0.95, 0.42)), C * 0.62, rotateHue(h, 75, 10)],
	'high-key': ([L, C, h]) => [clampL(lift(L, 0.96, 0.32)), C * 0.95, h],
	dim: ([L, C, h]) => [clampL(L * 0.9), C * 0.85, h],
	rich: ([L, C, h]) => [clampL(L * 0.98), C * 1.22, rotateHue(h, 45, 8)],
	plain: ([L, C, h]) => [clampL(snap(L, 0.08)), C < 0.02 ? C : Math.min(0.16, C * 1.12), snap(h, 15)],
};
