import type { Lch } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import { hashText } from '../engine/random.ts';
import type { FormMark, Mark } from '../engine/recorder.ts';
import type { Spot } from '../engine/rig.ts';
import { ellipseOutline, type Point, traceLoop } from '../engine/shape.ts';
import type { Colors } from '../engine/studio.ts';
import type { ForgeSurface } from '../surface.ts';
import { findCovered, type Places } from './cover.ts';

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

/** How far the seal's middle lies from the picture's sides, and the scale of its sign, in fractions. */
const usualInset = 0.116;
const scale = 0.04;

/** How far out the seal's ground reaches, in its own units. */
const sealReach = 1.62;
const reach = scale * sealReach;

/** What stays free between the seal and the edge, a page or a frame, and between it and the figure. */
const gaps = { edge: 0.014, figure: 0.014 };

/** How far across and down the seal may slide from its place in a corner. */
const slides = [
	[0, 0],
	[-0.026, -0.026],
	[-0.026, 0],
	[0, -0.026],
	[-0.026, 0.02],
	[0.02, -0.026],
	[0.02, 0.02],
] as const;

/** Where the seal's middle lies, its size as a share of the usual one, and whether it has to lie before the figure to be seen. */
export interface SealPlace {
	readonly at: Spot;
	readonly size: number;
	readonly isInFront: boolean;
}

/** What a seal has to do with. */
export interface SealRoom {
	/** It belongs to the left side. */
	readonly isLeft: boolean;
	/** What a page's margin or a frame takes from the picture. */
	readonly margin: number;
	/** How far the line around the figure reaches. */
	readonly line: number;
}

/** Rings of the seal, from a gap around it to its middle, as shares of its reach. */
const rings = [1 + gaps.figure / reach, 0.98, 0.76, 0.64, 0.4, 0.2];
/** What covers this ring reaches clearly over the rim. */
const clearRing = 2;
/** The sign fills the seal from this ring inwards; with more than so much of it covered it can no longer be read. */
const signRing = 3;
const mostCovered = { seal: 0.3, sign: 0 } as const;

/** How much of a seal and of its sign the figure covers, or only seems to touch. */
interface Cover {
	readonly share: number;
	readonly signShare: number;
	/** Something covers it or what stays free around it. */
	readonly isNear: boolean;
	readonly isTouching: boolean;
}

const average = (shares: readonly number[]): number => shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** Measures a seal around which the figure's line, or the sticker's edge, reaches `line` beyond what it is drawn around. */
function measureSeal(marks: readonly Mark[], places: Places, [x, y]: Spot, size: number, line: number): Cover {
	const loops = rings.map((share, i) => {
		const radius = line + (i === 0 ? reach * size + gaps.figure : reach * size * share);
		return ellipseOutline(x, y, radius, radius, 0, 24);
	});
	const covered = findCovered(marks, places, loops.flat());
	if (covered.size === 0) return { share: 0, signShare: 0, isNear: false, isTouching: false };
	const shares = loops.map((loop) => loop.filter((spot) => covered.has(spot)).length / loop.length);
	return {
		share: average(shares.slice(1)),
		signShare: average(shares.slice(signRing)),
		isNear: true,
		isTouching: shares.slice(clearRing).every((share) => share <= 0.08),
	};
}

/** Seals that find no room in the corners are drawn so much smaller, and so far from the sides, along the upper edge. */
const smaller = { sizes: [0.84, 0.7, 0.58], steps: [0, 0.03, 0.06, 0.09, 0.12, 0.16, 0.2, 0.24, 0.28] } as const;

/** Finds the tips of horns, antlers, ears and plumes, which would seem to prick a seal they end on. */
function findTips(marks: readonly Mark[], places: Places): readonly Spot[] {
	return marks
		.filter((mark) => mark.kind === 'form' && mark.shape.space !== 'body')
		.flatMap((mark) => {
			const { outline, space } = (mark as FormMark).shape;
			const [a, b, c, d, e, f] = places[space];
			return outline
				.filter(([, , smooth = 1]) => smooth <= sharpest)
				.map(([x, y]): Spot => [a * x + c * y + e, b * x + d * y + f]);
		});
}
const sharpest = 0.3;

/** Where along the upper edge a smaller seal lies wholly free; the largest that does. */
function findSmaller(marks: readonly Mark[], places: Places, { isLeft, margin, line }: SealRoom): SealPlace | null {
	for (const size of smaller.sizes) {
		const inset = margin + reach * size + gaps.edge;
		for (const step of smaller.steps)
			for (const x of isLeft ? [inset + step, 1 - inset - step] : [1 - inset - step, inset + step]) {
				if (!measureSeal(marks, places, [x, inset], size, line).isNear)
					return { at: [x, inset], size, isInFront: false };
			}
	}
	return null;
}

/**
 * Finds the seal's place inside the margin of a page or frame: free in the upper corner on the `isLeft` side or in the other
 * one, or clearly behind head and hat there with its sign in sight, so that the two never only touch; else smaller and free
 * along the upper edge; where the figure fills that as well, behind what is held, or before it.
 */
export function placeSeal(marks: readonly Mark[], places: Places, room: SealRoom): SealPlace {
	const { isLeft, margin, line } = room;
	const inset = margin + reach + gaps.edge;
	const spots = slides.flatMap(([across, down]): Spot[] => {
		const [x, y] = [Math.max(inset, usualInset + across), Math.max(inset, usualInset + down)];
		const [left, right]: [Spot, Spot] = [
			[x, y],
			[1 - x, y],
		];
		return isLeft ? [left, right] : [right, left];
	});
	const isPricked = ([x, y]: Spot) =>
		findTips(marks, places).some(([u, v]) => Math.hypot(u - x, v - y) < reach + gaps.figure + line);
	// Blades, poles and wings would seem to be stuck into it.
	const beside = marks.filter((mark) => 'shape' in mark && mark.shape.space === 'body');
	const isStruck = (at: Spot) => measureSeal(beside, places, at, 1, line).isNear;
	let behind: SealPlace | null = null;
	let crossed: SealPlace | null = null;
	let least: number = mostCovered.seal;
	for (const at of spots) {
		const { share, signShare, isNear, isTouching } = measureSeal(marks, places, at, 1, line);
		const place: SealPlace = { at, size: 1, isInFront: false };
		if (!isNear) return place;
		if (isTouching || signShare > mostCovered.sign || share >= least || isPricked(at)) continue;
		if (isStruck(at)) crossed ??= place;
		else [behind, least] = [place, share];
	}
	return behind ?? findSmaller(marks, places, room) ?? crossed ?? { at: spots[0]!, size: 1, isInFront: true };
}

/** Paints the divinity's sign as a seal on the ground, in reference pixels. */
export function paintDivinity(
	surface: ForgeSurface,
	colors: Colors,
	name: string,
	{ at: [x, y], size }: Pick<SealPlace, 'at' | 'size'>,
): void {
	const r = scale * size;
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
