import type { Lch } from '../color.ts';
import type { Point } from '../shape.ts';
import type { Backdrop } from './backdrop.ts';

/** Where rays come from and rings lie: behind the head. */
const [headX, headY] = [0.5, 0.43];
const turn = Math.PI * 2;
const at = (angle: number, r: number, x = headX, y = headY): Point => [
	x + Math.cos(angle) * r,
	y + Math.sin(angle) * r,
];

/** Wedges from behind the head to beyond the edges, `share` of each turn's part filled. */
function wedges(b: Backdrop, count: number, share: number, tone: Lch, alpha: number, y = headY): void {
	b.slabs(
		Array.from({ length: count }, (_, i) => {
			const angle = (i / count) * turn;
			return [[headX, y], at(angle, 1.3, headX, y), at(angle + (share * turn) / count, 1.3, headX, y)];
		}),
		tone,
		alpha,
	);
}

/** A star of `points` tips between two radii. */
const star = (x: number, y: number, points: number, inner: number, outer: number, from = -Math.PI / 2): Point[] =>
	Array.from({ length: points * 2 }, (_, i) => at(from + (i / points) * Math.PI, i % 2 ? inner : outer, x, y));

/** A line of even width with straight edges. */
function bar([x0, y0]: Point, [x1, y1]: Point, width: number): Point[] {
	const length = Math.hypot(x1 - x0, y1 - y0) || 1;
	const [nx, ny] = [((y1 - y0) / length) * (width / 2), (-(x1 - x0) / length) * (width / 2)];
	return [
		[x0 + nx, y0 + ny],
		[x1 + nx, y1 + ny],
		[x1 - nx, y1 - ny],
		[x0 - nx, y0 - ny],
	];
}

/** Patches of pen strokes all over, as a patient hand leaves them. */
export function etching(b: Backdrop): void {
	const strokes = b.scatter(26, [0.03, 0.03, 0.97, 0.8]).flatMap(([x, y]): Point[][] => {
		const [angle, count] = [b.random.pick([0.7, 0.95, 2.3]), 5 + Math.floor(b.random.range(0, 4))];
		return Array.from({ length: count }, (_, i) => {
			const [cx, cy] = [x + (i - count / 2) * 0.0125, y + (i % 3) * 0.006];
			const reach = 0.032 * Math.sin(((i + 0.8) / (count + 0.6)) * Math.PI);
			return bar(at(angle, reach, cx, cy), at(angle + Math.PI, reach, cx, cy), 0.0036);
		});
	});
	b.slabs(strokes, [0.2, 0.05, 285], 0.5);
	b.slabs(
		b
			.scatter(9, [0.05, 0.05, 0.95, 0.6])
			.flatMap(([x, y]) => [bar([x - 0.014, y], [x + 0.014, y], 0.0034), bar([x, y - 0.014], [x, y + 0.014], 0.0034)]),
		[0.96, 0.03, 85],
		0.8,
	);
}

/** A light and a dark half, and a disc of the other in each. */
export function halves(b: Backdrop): void {
	const [bright, dark]: readonly Lch[] = [
		[0.95, 0.03, 85],
		[0.27, 0.06, 275],
	];
	const half = (r: number): Point[] => Array.from({ length: 25 }, (_, i) => at(-Math.PI / 2 + (i / 24) * Math.PI, r));
	const mirror = (points: Point[]) => points.map(([x, y]): Point => [2 * headX - x, y]);
	b.slab(
		[
			[0, 0],
			[headX, 0],
			[headX, 1],
			[0, 1],
		],
		bright!,
		0.66,
	);
	b.slab(
		[
			[headX, 0],
			[1, 0],
			[1, 1],
			[headX, 1],
		],
		dark!,
		0.66,
	);
	b.slab(mirror(half(0.38)), dark!, 0.8);
	b.slab(half(0.38), bright!, 0.8);
}

/** Slanting bars of neon. */
export function bars(b: Backdrop): void {
	const x = b.random.range(-0.08, 0.08);
	for (const [from, width, tone, alpha] of [
		[0.02, 0.2, [0.66, 0.26, 350], 0.75],
		[0.3, 0.07, [0.82, 0.15, 200], 0.8],
		[0.86, 0.26, [0.55, 0.26, 300], 0.75],
		[0.74, 0.03, [0.9, 0.2, 115], 0.9],
	] as const)
		b.slab(
			[
				[x + from + 0.3, -0.05],
				[x + from + width + 0.3, -0.05],
				[x + from + width - 0.3, 1.05],
				[x + from - 0.3, 1.05],
			],
			tone,
			alpha,
		);
}

/** A sun's rays in two print colours. */
export function sunburst(b: Backdrop): void {
	wedges(b, 14, 0.5, [0.68, 0.16, 50], 0.85);
	b.oval(headX, headY, 0.4, 0.4, [0.52, 0.09, 200]);
	b.oval(headX, headY, 0.35, 0.35, [0.84, 0.13, 85]);
}

/** Spots, the ring of a cup and two folds in the paper. */
export function stains(b: Backdrop): void {
	const brown: Lch = [0.5, 0.07, 65];
	b.dots(
		b.scatter(46, [0, 0, 1, 1]).map(([x, y]) => [x, y, b.random.range(0.001, 0.006)] as const),
		brown,
		0.35,
	);
	const [x, y] = [b.random.pick([0.14, 0.86]), b.random.range(0.12, 0.3)];
	b.ring(x, y, 0.13, 0.012, brown, 0.4);
	b.oval(x, y, 0.12, 0.12, brown, 0.08);
	const fold = b.random.range(0.3, 0.7);
	b.slabs([bar([fold, 0], [fold + 0.01, 1], 0.004), bar([0, 0.5], [1, 0.49], 0.004)], [0.97, 0.02, 85], 0.4);
	b.slabs([bar([fold + 0.005, 0], [fold + 0.015, 1], 0.003), bar([0, 0.505], [1, 0.495], 0.003)], brown, 0.3);
}

/** A sea chart: rhumb lines from a compass rose, and a dashed route to a cross. */
export function chart(b: Backdrop): void {
	const sepia: Lch = [0.42, 0.07, 55];
	const side = b.random.chance(0.5) ? 1 : -1;
	const [x, y] = [0.5 + side * 0.33, 0.33];
	b.slabs(
		Array.from({ length: 16 }, (_, i) => bar([x, y], at((i / 16) * turn, 1.5, x, y), 0.0024)),
		sepia,
		0.55,
	);
	b.ring(x, y, 0.105, 0.006, sepia, 0.9);
	b.ring(x, y, 0.085, 0.003, sepia, 0.9);
	b.slab(star(x, y, 8, 0.03, 0.075), sepia, 0.8);
	b.slab(star(x, y, 4, 0.024, 0.135), [0.9, 0.06, 85]);
	for (const half of [0, 1, 2, 3]) {
		const angle = -Math.PI / 2 + (half * Math.PI) / 2;
		b.slab([[x, y], at(angle, 0.135, x, y), at(angle + Math.PI / 4, 0.034, x, y)], sepia);
	}
	const red: Lch = [0.5, 0.16, 28];
	const route = Array.from({ length: 12 }, (_, i): Point => {
		const t = i / 11;
		return [0.5 - side * (0.46 - 0.12 * Math.sin(t * 3)), 0.92 - t * 0.58];
	});
	b.slabs(
		route.slice(1, -1).map((spot, i) => {
			const next = route[i + 2]!;
			return bar(spot, [spot[0] + (next[0] - spot[0]) * 0.6, spot[1] + (next[1] - spot[1]) * 0.6], 0.012);
		}),
		red,
		0.85,
	);
	const [ex, ey] = route.at(-1)!;
	b.slabs(
		[
			bar([ex - 0.035, ey - 0.085], [ex + 0.035, ey - 0.015], 0.018),
			bar([ex + 0.035, ey - 0.085], [ex - 0.035, ey - 0.015], 0.018),
		],
		red,
		0.9,
	);
}

/** Rings of gold around the head, as in an illuminated book. */
export function goldRings(b: Backdrop): void {
	const gold: Lch = [0.8, 0.13, 86];
	b.ring(headX, headY, 0.425, 0.014, gold);
	b.ring(headX, headY, 0.385, 0.005, gold, 0.9);
	b.dots(
		Array.from({ length: 36 }, (_, i) => {
			const [x, y] = at((i / 36) * turn, 0.402);
			return [x, y, 0.0065] as const;
		}),
		gold,
	);
	b.slabs(
		Array.from({ length: 12 }, (_, i) => {
			const [x, y] = at(((i + 0.5) / 12) * turn, 0.475);
			return star(x, y, 4, 0.008, 0.028);
		}),
		gold,
		0.9,
	);
}

/** Beams of daylight from behind the shoulders. */
export function godRays(b: Backdrop): void {
	wedges(b, 15, 0.46, [0.96, 0.1, 95], 0.5, 0.62);
	b.oval(headX, 0.5, 0.4, 0.4, [0.97, 0.08, 95], 0.6);
}

/** A plain red disc, off the middle. */
export function redDisc(b: Backdrop): void {
	const side = b.random.chance(0.5) ? 1 : -1;
	b.oval(0.5 + side * 0.14, 0.36, 0.33, 0.33, [0.58, 0.21, 27]);
}

/** A spiked burst with rays, as on a comic's page. */
export function burst(b: Backdrop): void {
	b.slabs(
		Array.from({ length: 30 }, (_, i) => {
			const angle = (i / 30) * turn + b.random.range(-0.05, 0.05);
			const width = b.random.range(0.012, 0.045);
			return [at(angle, b.random.range(0.46, 0.54)), at(angle - width, 1.2), at(angle + width, 1.2)];
		}),
		[0.98, 0.01, 95],
		0.85,
	);
	// Of spikes that point down only splinters would show beside the shoulders.
	const spikes = (inner: number, outer: number) =>
		star(headX, headY, 15, inner, outer).filter(([, y], i) => i % 2 === 1 || y < 0.75);
	b.slab(spikes(0.37, 0.5), [0.16, 0.02, 285]);
	b.slab(spikes(0.355, 0.475), [0.9, 0.17, 96]);
}

/** A lattice of lozenges with a flower in each. */
export function lattice(b: Backdrop): void {
	const step = 1 / 6;
	const lines: Point[][] = [];
	for (let i = -6; i <= 6; i++) {
		lines.push(bar([i * step, 0], [i * step + 1, 1], 0.004), bar([i * step, 1], [i * step + 1, 0], 0.004));
	}
	b.slabs(lines, [0.8, 0.1, 88], 0.5);
	const middles = Array.from({ length: 91 }, (_, i): Point => [(i % 7) * step, (Math.floor(i / 7) * step) / 2]);
	b.slabs(
		middles.map(([x, y]) => star(x + (Math.round(y / (step / 2)) % 2 ? step / 2 : 0), y, 4, 0.009, 0.036)),
		[0.82, 0.11, 88],
		0.6,
	);
}

/** Clouds of light and sparks. */
export function sparkles(b: Backdrop): void {
	b.glow(b.random.range(0.1, 0.3), b.random.range(0.15, 0.4), 0.42, [0.62, 0.2, 320], 0.6, true);
	b.glow(b.random.range(0.75, 0.95), b.random.range(0.3, 0.6), 0.4, [0.7, 0.14, 200], 0.55, true);
	b.slabs(
		b.scatter(26, [0.02, 0.02, 0.98, 0.8]).map(([x, y]) => {
			const r = b.random.range(0.008, 0.032);
			return star(x, y, 4, r * 0.16, r);
		}),
		[0.98, 0.03, 220],
		0.95,
	);
	b.dots(
		b.scatter(40, [0, 0, 1, 0.9]).map(([x, y]) => [x, y, b.random.range(0.0015, 0.004)] as const),
		[0.95, 0.08, 320],
		0.9,
	);
}

/** Bare paper around a wash with a ragged edge. */
export function paperEdge(b: Backdrop): void {
	const blob = (inset: number): Point[] =>
		Array.from({ length: 34 }, (_, i) => {
			const angle = (i / 34) * turn;
			const r = (0.46 - inset) * (1 + b.random.range(-0.07, 0.07)) * (1 + 0.08 * Math.cos(angle * 4));
			return at(angle, r, 0.5, 0.49);
		});
	b.outside(blob(0.02), [0.95, 0.02, 88]);
	b.outside(blob(0), [0.965, 0.015, 90], 0.9);
	const pencil: Lch = [0.4, 0.012, 70];
	b.slabs(
		[
			bar([0.5, 0.02], [0.5, 0.98], 0.0022),
			bar([0.06, 0.4], [0.94, 0.4], 0.0022),
			bar([0.14, 0.08], [0.9, 0.93], 0.0016),
		],
		pencil,
		0.5,
	);
	b.ring(0.5, 0.4, 0.31, 0.0026, pencil, 0.55);
	b.ring(0.505, 0.405, 0.318, 0.002, pencil, 0.4);
}

/** Petals adrift. */
export function petals(b: Backdrop): void {
	for (const [tone, count] of [
		[[0.9, 0.075, 350], 12],
		[[0.97, 0.03, 350], 14],
	] as const) {
		b.masses(
			b.scatter(count, [0.02, 0.02, 0.98, 0.85]).map(([x, y]) => {
				const [angle, r] = [b.random.range(0, turn), b.random.range(0.018, 0.042)];
				const spot = (a: number, k: number, smooth?: number): Point => {
					const [px, py] = at(angle + a, r * k, x, y);
					return smooth === undefined ? [px, py] : [px, py, smooth];
				};
				return [spot(0, 1, 0.1), spot(0.9, 0.5), spot(Math.PI, 0.9), spot(-0.9, 0.5)];
			}),
			tone,
			0.9,
		);
	}
}

/** Fans of fine gold arcs. */
export function fans(b: Backdrop): void {
	const gold: Lch = [0.7, 0.11, 82];
	const step = 0.25;
	for (let row = 0; row < 5; row++) {
		for (let column = -1; column < 5; column++) {
			const x = column * step + (row % 2 ? step / 2 : 0) + step / 2;
			for (const r of [0.118, 0.082, 0.046]) b.ring(x, row * 0.21 + 0.09, r, 0.0028, gold, 0.6);
		}
	}
	b.oval(headX, headY, 0.41, 0.41, [0.93, 0.025, 85]);
	b.ring(headX, headY, 0.41, 0.006, gold);
	b.ring(headX, headY, 0.39, 0.0025, gold);
}

/** One pale disc. */
export function paleDisc(b: Backdrop): void {
	b.oval(headX, headY, 0.3, 0.3, [0.93, 0.02, b.random.pick([20, 90, 160, 240, 300])]);
}

/** Squared paper with the lines of a construction. */
export function draft(b: Backdrop): void {
	const blue: Lch = [0.56, 0.14, 252];
	b.squares(1 / 32, 0.001, blue, 0.4);
	b.squares(1 / 8, 0.002, blue, 0.6);
	for (const r of [0.2, 0.3, 0.4]) b.ring(headX, headY, r, 0.0026, blue, 0.85);
	b.slabs(
		[
			bar([headX, 0.01], [headX, 0.99], 0.0034),
			bar([0.01, headY], [0.99, headY], 0.0034),
			bar(at(Math.PI * 1.25, 0.46), at(Math.PI * 0.25, 0.46), 0.0022),
			bar(at(Math.PI * 1.75, 0.46), at(Math.PI * 0.75, 0.46), 0.0022),
			...Array.from({ length: 17 }, (_, i) =>
				bar([0.02, 0.1 + i * 0.05], [i % 4 ? 0.035 : 0.05, 0.1 + i * 0.05], 0.003),
			),
		],
		blue,
		0.9,
	);
}

/** A single light from the upper left. */
export function beam(b: Backdrop): void {
	b.slab(
		[
			[-0.05, -0.05],
			[0.3, -0.05],
			[0.95, 1.05],
			[0.2, 1.05],
		],
		[0.8, 0.05, 85],
		0.2,
	);
}

/** Banks of mist. */
export function mist(b: Backdrop): void {
	for (const [x, y, r] of [
		[0.1, 0.35, 0.42],
		[0.92, 0.5, 0.46],
		[0.5, 0.95, 0.5],
	] as const)
		b.glow(x, y, r, [0.93, 0.02, 85], 0.75);
}

/** Splinters of light and dark from behind the head. */
export function shards(b: Backdrop): void {
	const cuts = Array.from({ length: 13 }, (_, i) => ((i + b.random.range(-0.35, 0.35)) / 12) * turn);
	for (const [odd, tone, alpha] of [
		[0, [0.98, 0.01, 90], 0.22],
		[1, [0.12, 0.03, 285], 0.3],
	] as const)
		b.slabs(
			cuts
				.slice(0, -1)
				.map((from, i): Point[] => [[headX, headY], at(from, 1.3), at(cuts[i + 1]! - (i % 3) * 0.12, 1.3)])
				.filter((_, i) => i % 2 === odd),
			tone,
			alpha,
		);
}
