import type { Lch } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import { hashText } from '../engine/random.ts';
import type { Mark } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { ellipseOutline, type Point, traceLoop } from '../engine/shape.ts';
import type { Colors } from '../engine/studio.ts';
import type { ForgeSurface } from '../surface.ts';
import { measureCover, type Places, spotsOf } from './cover.ts';

type Loops = readonly (readonly Point[])[];

const polar = (count: number, reach: (i: number) => number, turn = 0): Point[] =>
	Array.from({ length: count }, (_, i): Point => {
		const angle = (i / count) * 2 * Math.PI + (turn * Math.PI) / 180;
		return [Math.cos(angle) * reach(i), Math.sin(angle) * reach(i), 0];
	});
const disc = (x: number, y: number, r: number): Point[] => ellipseOutline(x, y, r, r);
const leaf = (x: number, y: number, dx: number, dy: number): Point[] => [
	[x, y, 0.1],
	[x + dx * 0.5 - dy * 0.3, y + dy * 0.5 + dx * 0.3],
	[x + dx, y + dy, 0.1],
	[x + dx * 0.5 + dy * 0.3, y + dy * 0.5 - dx * 0.3],
];

/** Sign and tone of every divinity of the catalogue; signs fit the square from -1 to 1. */
export const divinitySigns: Readonly<Record<string, { readonly tone: Lch; readonly loops: Loops }>> = {
	'ember-dawn': { tone: [0.72, 0.17, 50], loops: [polar(18, (i) => (i % 2 ? 0.55 : 1), -90)] },
	'golden-sheaf': {
		tone: [0.82, 0.13, 88],
		loops: [
			points('-0.08 1 0, 0.08 1 0, 0.06 -0.2 0, -0.06 -0.2 0'),
			leaf(0, 0.5, 0.6, -0.5),
			leaf(0, 0.5, -0.6, -0.5),
			leaf(0, 0.05, 0.55, -0.6),
			leaf(0, 0.05, -0.55, -0.6),
			leaf(0, -0.25, 0, -0.8),
		],
	},
	'iron-oath': {
		tone: [0.72, 0.03, 250],
		loops: [
			points('0 1 0, -0.8 0.3 0.4, -0.8 -0.8 0, 0.8 -0.8 0, 0.8 0.3 0.4'),
			points('-0.14 -0.55 0, -0.14 0.5 0, 0.14 0.5 0, 0.14 -0.55 0'),
		],
	},
	'green-root': {
		tone: [0.64, 0.14, 140],
		loops: [
			points('-0.12 -0.2 0, -0.15 0.3, -0.8 0.9 0, -0.1 0.6, 0 1 0, 0.1 0.6, 0.8 0.9 0, 0.15 0.3, 0.12 -0.2 0'),
			disc(0, -0.45, 0.5),
			disc(-0.42, -0.2, 0.34),
			disc(0.42, -0.2, 0.34),
		],
	},
	'silent-tide': {
		tone: [0.62, 0.13, 225],
		loops: [
			points(
				'-1 0.5 0, -0.7 -0.4, 0.1 -0.9, 0.8 -0.5, 0.7 0.05, 0.3 -0.2, 0.05 0.15, 0.3 0.5, 1 0.5 0, 1 0.8 0, -1 0.8 0',
			),
		],
	},
	'wandering-wind': {
		tone: [0.84, 0.06, 200],
		loops: [
			points('-1 -0.3, 0.2 -0.3, 0.5 -0.6, 0.2 -0.85, 0.1 -1 0, 0.6 -0.9, 0.7 -0.45, 0.3 -0.1, -1 -0.12'),
			points('-0.8 0.25, 0.6 0.2, 0.95 0.5, 0.6 0.85, 0.4 0.75, 0.7 0.5, 0.5 0.42, -0.8 0.42'),
		],
	},
	'veiled-lantern': {
		tone: [0.78, 0.13, 75],
		loops: [
			points('-0.5 -0.4 0.3, 0.5 -0.4 0.3, 0.65 0.7 0.3, -0.65 0.7 0.3'),
			points('-0.3 -0.5 0, 0 -1 0, 0.3 -0.5 0'),
			points('-0.8 0.8 0, 0.8 0.8 0, 0.8 1 0, -0.8 1 0'),
		],
	},
	'hollow-moon': {
		tone: [0.86, 0.04, 270],
		loops: [
			points('0.35 -0.95 0, -0.5 -0.75, -0.9 0, -0.5 0.75, 0.35 0.95 0, -0.12 0.5, -0.26 0, -0.12 -0.5'),
			disc(0.5, 0, 0.2),
		],
	},
	'last-winter': {
		tone: [0.88, 0.06, 225],
		loops: [polar(12, (i) => (i % 2 ? 0.22 : 1), -90), polar(12, (i) => (i % 2 ? 0.62 : 0.3), -90)],
	},
	'broken-crown': {
		tone: [0.74, 0.13, 60],
		loops: [
			points('-0.9 0.6 0, -1 -0.5 0, -0.5 0 0, -0.12 -0.9 0, -0.05 -0.1 0, -0.2 0.2 0, -0.05 0.6 0'),
			points('0.12 0.6 0, 0 0.2 0, 0.14 -0.1 0, 0.2 -0.5 0, 0.5 0 0, 1 -0.6 0, 0.9 0.6 0'),
		],
	},
	'unwritten-page': {
		tone: [0.92, 0.03, 90],
		loops: [
			points('-0.05 -0.6 0, -0.5 -0.8, -1 -0.65 0, -1 0.6 0, -0.5 0.45, -0.05 0.7 0'),
			points('0.05 -0.6 0, 0.5 -0.8, 1 -0.65 0, 1 0.6 0, 0.5 0.45, 0.05 0.7 0'),
		],
	},
	'ninth-star': { tone: [0.84, 0.14, 310], loops: [polar(18, (i) => (i % 2 ? 0.48 : 1), -90), disc(0, 0, 0.4)] },
};

/** One size of the seal: how far its middle lies from the picture's sides, and the scale of its sign, in fractions. */
interface SealSize {
	readonly inset: number;
	readonly r: number;
}

const usualSize: SealSize = { inset: 0.116, r: 0.04 };
/** Fits into corners that horns, hats and staffs reach into. */
const smallSize: SealSize = { inset: 0.09, r: 0.031 };

/** How far out the seal's ground reaches, in its own units. */
const sealReach = 1.62;

/** What stays free between the seal and the margin of a page. */
const pageGap = 0.014;

/** Sizes of the seal and how far below the upper corners it may hang, the usual ones first. */
const sealTries: readonly (readonly [SealSize, lower: number])[] = [
	[usualSize, 0],
	[smallSize, 0],
	[usualSize, 0.13],
	[usualSize, 0.26],
	[smallSize, 0.2],
	[smallSize, 0.33],
];

/** With more than this of the seal covered its sign can no longer be read. */
const mostCovered = 0.1;

/** Where the seal's middle lies, and whether it has to lie before the figure to be seen there. */
export interface SealPlace {
	readonly at: Spot;
	readonly r: number;
	readonly isInFront: boolean;
}

/**
 * Finds the seal's place inside the page's margin: the upper corner on the `isLeft` side or the other one, there in a smaller
 * size, or below them at the sides, whichever is the first that the figure and what it carries leave free.
 */
export function placeSeal(
	marks: readonly Mark[],
	places: Places,
	{ isLeft, margin }: { readonly isLeft: boolean; readonly margin: number },
): SealPlace {
	let best: (Omit<SealPlace, 'isInFront'> & { readonly cover: number }) | null = null;
	for (const [{ inset: usualInset, r }, lower] of sealTries) {
		const reach = r * sealReach;
		const inset = Math.max(usualInset, margin > 0 ? margin + reach + pageGap : 0);
		for (const x of isLeft ? [inset, 1 - inset] : [1 - inset, inset]) {
			const at: Spot = [x, inset + lower];
			const cover = measureCover(marks, places, spotsOf(...at, reach));
			if (cover === 0) return { at, r, isInFront: false };
			if (!best || cover < best.cover) best = { at, r, cover };
		}
	}
	const { at, r, cover } = best!;
	return { at, r, isInFront: cover > mostCovered };
}

/** Paints the divinity's sign as a seal on the ground, in reference pixels. */
export function paintDivinity(
	surface: ForgeSurface,
	colors: Colors,
	name: string,
	{ at: [x, y], r }: Omit<SealPlace, 'isInFront'>,
): void {
	if (name === 'none' || name === '') return;
	const hash = hashText(name);
	const { tone, loops } = divinitySigns[name] ?? {
		tone: [0.78, 0.13, hash % 360] as Lch,
		loops: [polar(8 + 2 * (hash % 5), (i) => (i % 2 ? 0.5 : 1), -90)],
	};
	const { context } = surface;
	const fill = (color: string, parts: Loops, rule: 'nonzero' | 'evenodd' = 'nonzero') => {
		const path = new surface.Path2D();
		for (const part of parts)
			traceLoop(
				path,
				part.map(([u, v, smooth]): Point => [x + u * r, y + v * r, smooth ?? 1]),
			);
		context.fillStyle = color;
		context.fill(path, rule);
	};
	const ground = colors.tone([0.21, 0.05, tone[2]], 0.92);
	const metal = colors.ramp('metal', tone);
	fill(ground, [ellipseOutline(0, 0, sealReach, sealReach, 0, 12)]);
	fill(
		metal.base,
		[ellipseOutline(0, 0, sealReach, sealReach, 0, 12), ellipseOutline(0, 0, 1.5, 1.5, 0, 12)],
		'evenodd',
	);
	fill(metal.shade, [ellipseOutline(0, 0, 1.4, 1.4, 0, 12), ellipseOutline(0, 0, 1.35, 1.35, 0, 12)], 'evenodd');
	for (const loop of loops) fill(metal.light, [loop]);
}
