import { type Lch, rotateHue } from '../color.ts';
import type { Point } from '../shape.ts';
import type { Backdrop } from './backdrop.ts';
import * as over from './ground-motifs.ts';
import type { GroundName, GroundTones, PageName } from './ground-tones.ts';
import type { Grade } from './scene-view.ts';

/** What a style makes of every scene. */
export interface Ground extends GroundTones {
	/** Drawn over the scene in fractions of the picture, in tones that nothing changes. */
	draw?(b: Backdrop): void;
}

const clampL = (L: number) => Math.min(0.975, Math.max(0.06, L));
const snap = (value: number, step: number) => Math.round(value / step) * step;

/** Lightness scaled and lifted, chroma scaled, and the hue turned towards `hue` by at most `most` degrees. */
const grade =
	([scale, lift]: readonly [number, number], chroma: number, hue = 0, most = 0): Grade =>
	([L, C, h]) => [clampL(L * scale + lift), C * chroma, rotateHue(h, hue, most)];

/** One hue of ink on paper. */
const ink =
	([scale, lift]: readonly [number, number], chroma: number, hue: number): Grade =>
	([L]) => [clampL(L * scale + lift), chroma, hue];

export const grounds: Readonly<Record<GroundName, Ground>> = {
	scene: {},
	plain: { isFlat: true },
	etched: { isFlat: true, draw: over.etching },
	halves: { isFlat: true, motif: 'none', draw: over.halves },
	neon: {
		grade: ([L, C, h]): Lch => [
			clampL(L * 0.6 + 0.14),
			0.1 + C,
			L < 0.5 ? 285 : Math.cos(((h - 30) * Math.PI) / 180) > 0 ? 345 : 215,
		],
		isFlat: true,
		motif: 'none',
		draw: over.bars,
	},
	sunburst: { grade: ink([0.22, 0.7], 0.06, 80), isFlat: true, motif: 'none', draw: over.sunburst },
	aged: { grade: ink([0.34, 0.58], 0.045, 78), isFlat: true, motif: 'none', draw: over.stains },
	map: { grade: ink([0.26, 0.64], 0.055, 82), isFlat: true, motif: 'none', draw: over.chart },
	gilded: { grade: grade([0.56, 0.02], 1.15, 30, 12), motif: 'none', draw: over.goldRings },
	godrays: { grade: grade([0.6, 0.24], 1.1, 245, 60), isFlat: true, motif: 'none', draw: over.godRays },
	mono: { grade: ([L]) => [clampL(snap(L, 0.12) * 0.7 + 0.2), 0, 0], isFlat: true, motif: 'none', draw: over.redDisc },
	burst: { grade: grade([1, 0], 1.35), isFlat: true, motif: 'none', draw: over.burst },
	ornate: { grade: grade([0.62, 0.04], 1.1), isFlat: true, motif: 'none', draw: over.lattice },
	sparkle: { grade: grade([0.62, 0.08], 1.25, 290, 70), draw: over.sparkles },
	wash: { grade: grade([0.3, 0.66], 0.62), isFlat: true, motif: 'none', draw: over.paperEdge },
	petals: { grade: grade([0.26, 0.7], 0.5, 345, 60), motif: 'halo', draw: over.petals },
	deco: { grade: grade([0.24, 0.68], 0.3, 75, 80), isFlat: true, motif: 'none', draw: over.fans },
	blank: { grade: grade([0.035, 0.935], 0.1), isFlat: true, motif: 'none', draw: over.paleDisc },
	drafting: { grade: ink([0.13, 0.83], 0.025, 245), isFlat: true, motif: 'none', draw: over.draft },
	// Lighter than the shadow sides of dark fur and hair.
	dark: { grade: grade([0.34, 0.13], 0.7), isFlat: true, motif: 'none', draw: over.beam },
	// Nowhere so dark that the few colours leave none between it and the line around the figure.
	pixel: { grade: grade([0.78, 0.19], 1.3) },
	airy: { grade: grade([0.3, 0.69], 0.6), isFlat: true, motif: 'none' },
	calm: { grade: grade([0.42, 0.36], 0.28), isFlat: true, motif: 'none' },
	poster: {
		grade: ([L, C, h]) => [clampL(snap(L, 0.18) * 0.8 + 0.14), C * 0.8, snap(h, 30)],
		isFlat: true,
		motif: 'none',
	},
	misty: { grade: grade([0.34, 0.48], 0.42), motif: 'halo', draw: over.mist },
	golden: {
		grade: ([L, C, h]) => [clampL(L * 0.9), C * 1.15 + 0.02, L > 0.5 ? rotateHue(h, 65, 90) : rotateHue(h, 310, 90)],
		motif: 'disc',
	},
	shards: { grade: grade([0.9, 0.02], 1), isFlat: true, motif: 'none', draw: over.shards },
	white: { grade: grade([0.1, 0.87], 0.35), isFlat: true, motif: 'none' },
	candy: {
		grade: ([L, C, h]) => [clampL(L * 0.12 + 0.74), Math.min(0.1, C + 0.05), snap(h, 40)],
		isFlat: true,
		motif: 'none',
	},
	solid: { grade: ([L, , h]) => [clampL(L * 0.1 + 0.78), 0.12, snap(h, 90) + 20], isFlat: true, motif: 'none' },
};

interface Page {
	readonly paper: Lch;
	readonly width: number;
	/** How far the inner edge swings. */
	readonly swing: number;
	readonly line: Lch;
	readonly lineWidth: number;
}

/** The margins of pages, in fractions of the picture. */
export const pages: Readonly<Record<Exclude<PageName, 'full'>, Page>> = {
	panel: { paper: [0.985, 0.004, 95], width: 0.03, swing: 0, line: [0.15, 0.01, 285], lineWidth: 0.009 },
	aged: { paper: [0.9, 0.045, 84], width: 0.036, swing: 0.006, line: [0.62, 0.06, 65], lineWidth: 0.0025 },
	mat: { paper: [0.95, 0.008, 85], width: 0.052, swing: 0, line: [0.6, 0.02, 70], lineWidth: 0.003 },
};

/** The inner edge of a page, clockwise from the upper left, `inset` from the picture's edge. */
export function pageEdge(inset: number, swing: number): Point[] {
	const far = 1 - inset;
	const steps = swing > 0 ? 9 : 1;
	const side = (x0: number, y0: number, x1: number, y1: number): Point[] =>
		Array.from({ length: steps }, (_, i) => {
			const [t, off] = [i / steps, Math.sin(i * 2.3 + x0 * 5 + y0 * 3) * swing];
			return [x0 + (x1 - x0) * t + (y1 === y0 ? 0 : off), y0 + (y1 - y0) * t + (y1 === y0 ? off : 0)];
		});
	return [
		...side(inset, inset, far, inset),
		...side(far, inset, far, far),
		...side(far, far, inset, far),
		...side(inset, far, inset, inset),
	];
}
