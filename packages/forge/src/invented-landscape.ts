import type { Lch } from './engine/color.ts';
import type { BackgroundPart } from './engine/part.ts';
import { createStream, type Stream } from './engine/random.ts';
import type { Backdrop } from './engine/scene/backdrop.ts';
import type { Point } from './engine/shape.ts';
import { broadleaf, cloud, column, crystal, moon, pine, stars, tower } from './scenery.ts';
import { forgeVersion } from './version.ts';

interface Sky {
	readonly top: Lch;
	readonly middle: Lch;
	readonly low: Lch;
	readonly night: boolean;
}

const skies: readonly Sky[] = [
	{ top: [0.24, 0.1, 285], middle: [0.46, 0.14, 320], low: [0.76, 0.13, 20], night: true },
	{ top: [0.6, 0.11, 230], middle: [0.82, 0.07, 200], low: [0.94, 0.05, 90], night: false },
	{ top: [0.3, 0.08, 200], middle: [0.54, 0.11, 180], low: [0.84, 0.11, 120], night: true },
	{ top: [0.5, 0.15, 20], middle: [0.74, 0.14, 50], low: [0.92, 0.09, 90], night: false },
	{ top: [0.2, 0.06, 265], middle: [0.34, 0.1, 250], low: [0.6, 0.1, 215], night: true },
	{ top: [0.72, 0.09, 310], middle: [0.84, 0.08, 350], low: [0.95, 0.05, 70], night: false },
	{ top: [0.44, 0.08, 150], middle: [0.7, 0.1, 115], low: [0.92, 0.09, 100], night: false },
	{ top: [0.26, 0.09, 330], middle: [0.5, 0.15, 10], low: [0.8, 0.14, 70], night: true },
];

type Feature = (b: Backdrop, r: Stream, near: Lch) => void;

const islands: Feature = (b, r, near) => {
	for (const [x, y, w] of [
		[0.14, 0.34, 0.12],
		[0.86, 0.26, 0.14],
		[0.78, 0.5, 0.07],
	] as const) {
		const lift = r.range(-0.04, 0.04);
		b.mass(
			[
				[x - w, y + lift, 0.2],
				[x, y - 0.02 + lift],
				[x + w, y + lift, 0.2],
				[x + w * 0.4, y + w * 0.7 + lift],
				[x, y + w * 1.3 + lift, 0.1],
				[x - w * 0.5, y + w * 0.6 + lift],
			],
			[near[0] + 0.12, near[1], near[2] - 40],
		);
		b.mass(
			[
				[x - w * 1.03, y + lift, 0.2],
				[x, y - 0.035 + lift],
				[x + w * 1.03, y + lift, 0.2],
				[x, y + w * 0.22 + lift],
			],
			[0.62, 0.13, near[2]],
		);
		pine(b, x - w * 0.3, y + lift, w * 0.9, [0.4, 0.09, near[2]]);
	}
};
const mushrooms: Feature = (b, r, near) => {
	for (const [x, foot, h] of [
		[0.12, 0.9, 0.5],
		[0.27, 0.84, 0.26],
		[0.88, 0.9, 0.44],
		[0.74, 0.84, 0.24],
	] as const) {
		const hue = near[2] + r.range(120, 220);
		b.mass(
			[
				[x - h * 0.05, foot, 0.2],
				[x - h * 0.03, foot - h * 0.8],
				[x + h * 0.05, foot - h * 0.8],
				[x + h * 0.07, foot, 0.2],
			],
			[0.84, 0.04, hue],
		);
		b.mass(
			[
				[x - h * 0.32, foot - h * 0.7, 0.3],
				[x - h * 0.22, foot - h * 0.93],
				[x, foot - h * 1.03],
				[x + h * 0.24, foot - h * 0.92],
				[x + h * 0.34, foot - h * 0.7, 0.3],
				[x, foot - h * 0.77],
			],
			[0.6, 0.15, hue],
		);
		b.dots(
			[
				[x - h * 0.12, foot - h * 0.86, h * 0.04],
				[x + h * 0.06, foot - h * 0.93, h * 0.03],
				[x + h * 0.16, foot - h * 0.82, h * 0.035],
			],
			[0.92, 0.05, hue],
			0.9,
		);
	}
};
const crystals: Feature = (b, r, near) => {
	for (const [x, foot, h, lean] of [
		[0.08, 0.92, 0.44, 0.05],
		[0.2, 0.9, 0.22, 0.07],
		[0.92, 0.92, 0.48, -0.06],
		[0.8, 0.9, 0.24, -0.06],
	] as const)
		crystal(b, x, foot, h, lean, [0.66, 0.14, near[2] + r.range(60, 200)]);
};
const spires: Feature = (b, r, near) => {
	for (const [x, w, h] of [
		[0.1, 0.05, 0.46],
		[0.22, 0.035, 0.28],
		[0.86, 0.06, 0.52],
		[0.74, 0.035, 0.3],
	] as const)
		tower(b, x, 0.86, w, h + r.range(-0.05, 0.05), [near[0] + 0.08, near[1] * 0.6, near[2]], [0.86, 0.14, 85]);
};
const arches: Feature = (b, _r, near) => {
	const stone: Lch = [near[0] + 0.16, near[1] * 0.5, near[2] + 30];
	b.mass(
		[
			[-0.02, 0.95, 0],
			[-0.02, 0.3, 0.2],
			[0.12, 0.16],
			[0.34, 0.14],
			[0.42, 0.2, 0.3],
			[0.26, 0.24],
			[0.16, 0.36],
			[0.14, 0.95, 0],
		],
		stone,
	);
	b.mass(
		[
			[1.02, 0.95, 0],
			[1.02, 0.42, 0.2],
			[0.92, 0.3],
			[0.78, 0.28],
			[0.72, 0.34, 0.3],
			[0.82, 0.38],
			[0.88, 0.5],
			[0.89, 0.95, 0],
		],
		[stone[0] - 0.06, stone[1], stone[2]],
	);
};
const woods: Feature = (b, r, near) => {
	for (const x of [0.05, 0.16, 0.27, 0.74, 0.85, 0.96])
		broadleaf(
			b,
			x,
			0.88,
			r.range(0.3, 0.52),
			[0.36, 0.05, 60],
			[0.5 + r.range(-0.06, 0.08), 0.13, near[2] + r.range(-30, 30)],
		);
};
const falls: Feature = (b, r, near) => {
	for (const x of [0.15, 0.84]) {
		const w = r.range(0.03, 0.05);
		b.slab(
			[
				[x - 0.16, 0.95],
				[x - 0.14, 0.3],
				[x + 0.14, 0.26],
				[x + 0.17, 0.95],
			],
			[near[0] + 0.08, near[1], near[2]],
		);
		b.slab(
			[
				[x - w, 0.3],
				[x + w, 0.29],
				[x + w * 1.5, 0.92],
				[x - w * 1.5, 0.92],
			],
			[0.92, 0.04, 215],
			0.9,
		);
		b.slab(
			[
				[x - w * 0.4, 0.3],
				[x, 0.3],
				[x + w * 0.3, 0.92],
				[x - w * 0.6, 0.92],
			],
			[0.8, 0.08, 225],
			0.8,
		);
		b.glow(x, 0.9, 0.12, [0.97, 0.02, 215], 0.7);
	}
};
const pillars: Feature = (b, r, near) => {
	for (const [x, h] of [
		[0.08, 0.5],
		[0.22, 0.34],
		[0.78, 0.36],
		[0.92, 0.54],
	] as const)
		column(b, x, 0.9, h + r.range(-0.05, 0.05), 0.042, [near[0] + 0.26, 0.04, near[2] + 40]);
};

const features: readonly Feature[] = [islands, mushrooms, crystals, spires, arches, woods, falls, pillars];

const weathers: readonly ((b: Backdrop, r: Stream, sky: Sky) => void)[] = [
	() => undefined,
	(b, r) =>
		b.dots(
			b.scatter(50, [0, 0, 1, 1]).map(([x, y]) => [x, y, r.range(0.002, 0.007)] as const),
			[0.97, 0.02, 230],
			0.8,
		),
	(b, _r, { low }) => b.haze(0.82, 0.09, [Math.min(0.94, low[0] + 0.05), low[1] * 0.8, low[2]], 0.6),
	(b, r) =>
		b.dots(
			b.scatter(36, [0, 0.1, 1, 0.95]).map(([x, y]) => [x, y, r.range(0.002, 0.006)] as const),
			[0.9, 0.13, 90],
			0.9,
		),
	(b) => {
		for (const x of [0.1, 0.4, 0.68]) b.beam(x, 0.08, 0.2, [0.97, 0.06, 95], 0.16);
	},
];

/** A sun and clouds, each where the name puts them. */
function drawDay(b: Backdrop, of: (slot: string) => Stream): void {
	const [x, y] = [of('sun').range(0.12, 0.88), of('sun height').range(0.12, 0.3)];
	b.glow(x, y, 0.19, [0.98, 0.07, 90], 0.7);
	b.dots([[x, y, of('sun size').range(0.045, 0.075)]], [0.985, 0.05, 95]);
	for (const [side, height] of [
		[of('cloud west').range(0.04, 0.32), of('cloud west height').range(0.1, 0.3)],
		[of('cloud east').range(0.64, 0.96), of('cloud east height').range(0.12, 0.34)],
	] as const)
		cloud(b, side, height, of('cloud size').range(0.2, 0.34), [0.97, 0.02, 90], 0.8);
}

/** Blades of grass and small blossoms along the lower edge, darker than the land behind. */
function drawForeground(b: Backdrop, r: Stream, near: Lch): void {
	const tone: Lch = [near[0] - 0.11, near[1], near[2] - 12];
	b.ridge({ y: 0.945, swing: 0.025, peaks: 2.4, jagged: 0.2, tone });
	const blades: Point[] = [[-0.02, 1.02]];
	for (let i = 0; i < 9; i++) {
		const [x, y, h] = [(i + r.range(0.25, 0.75)) / 9, r.range(0.95, 0.98), r.range(0.05, 0.12)];
		const lean = r.range(-0.03, 0.03);
		blades.push(
			[x - 0.03, y + 0.03],
			[x - 0.025 + lean, y - h * 0.7],
			[x - 0.005, y],
			[x + lean * 1.4, y - h],
			[x + 0.01, y],
			[x + 0.035 + lean, y - h * 0.6],
			[x + 0.03, y + 0.03],
		);
	}
	b.slab([...blades, [1.02, 1.02]], tone);
	const blossoms = b.scatter(12, [0, 0.86, 1, 0.97]).map(([x, y]) => [x, y, r.range(0.004, 0.009)] as const);
	b.dots(blossoms, [0.84, 0.13, near[2] + r.range(120, 240)], 0.95);
}

/** A landscape that exists only by its name: sky, ridges, landmark and weather come from a hash of it. */
export function inventedLandscape(name: string): BackgroundPart {
	const of = (slot: string) => createStream(forgeVersion, name, `landscape ${slot}`);
	const sky = of('sky').pick(skies);
	const feature = of('feature').pick(features);
	const weather = of('weather').pick(weathers);
	const hue = of('hue').range(0, 360);
	const jagged = of('ridge').range(0, 1);
	const far: Lch = [(sky.middle[0] + sky.low[0]) / 2 - 0.06, sky.low[1], sky.low[2]];
	const near: Lch = [sky.night ? 0.3 : 0.42, 0.08, hue];
	return {
		slot: 'background',
		id: name,
		halo: sky.low,
		draw(b) {
			b.sky(sky.top, sky.middle, sky.low);
			if (sky.night) {
				stars(b, 36, 0.45);
				moon(b, of('moon').range(0.1, 0.9), of('moon height').range(0.12, 0.26), of('moon size').range(0.05, 0.11), [
					0.92,
					0.05,
					hue,
				]);
			} else drawDay(b, of);

			b.ridge({ y: 0.5, swing: 0.12, peaks: 2.2, jagged, tone: far, foot: sky.low });
			b.ridge({ y: 0.66, swing: 0.08, peaks: 2.6, jagged, tone: [(far[0] + near[0]) / 2, 0.09, hue], foot: far });
			feature(b, of('landmark'), near);
			b.ridge({ y: 0.86, swing: 0.04, peaks: 2, jagged: jagged * 0.5, tone: near });
			weather(b, of('weather spots'), sky);
			drawForeground(b, of('foreground'), near);
		},
	};
}
