import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Backdrop } from '../../engine/scene/backdrop.ts';

/** Trunks in the mist and leaves that frame the light. */
function drawGlade(b: Backdrop): void {
	b.sky([0.66, 0.12, 130], [0.84, 0.12, 115], [0.6, 0.12, 135]);
	for (let i = 0; i < 9; i++)
		b.slab(
			[
				[i / 8 - 0.03, 0.9],
				[i / 8 - 0.015, -0.02],
				[i / 8 + 0.025, -0.02],
				[i / 8 + 0.035, 0.9],
			],
			[0.68, 0.08, 135],
			0.7,
		);
	b.dots(
		b.scatter(14, [0, -0.02, 1, 0.14]).map(([x, y]) => [x, y, b.random.range(0.06, 0.12)] as const),
		[0.6, 0.13, 135],
		0.8,
	);
	b.haze(0.62, 0.16, [0.9, 0.09, 110], 0.5);
	for (const x of [0.06, 0.93])
		b.mass(
			[
				[x - 0.07, 1.02, 0.2],
				[x - 0.035, 0.5],
				[x - 0.055, -0.04, 0.2],
				[x + 0.06, -0.04, 0.2],
				[x + 0.035, 0.5],
				[x + 0.085, 1.02, 0.2],
			],
			[0.36, 0.06, 70],
		);
	b.dots(
		b.scatter(18, [-0.02, -0.04, 0.3, 0.16]).map(([x, y]) => [x, y, b.random.range(0.05, 0.09)] as const),
		[0.46, 0.12, 140],
	);
	b.dots(
		b.scatter(18, [0.7, -0.04, 1.02, 0.16]).map(([x, y]) => [x, y, b.random.range(0.05, 0.09)] as const),
		[0.44, 0.12, 145],
	);
	b.dots(
		b.scatter(26, [0, -0.02, 1, 0.1]).map(([x, y]) => [x, y, b.random.range(0.012, 0.035)] as const),
		[0.72, 0.15, 125],
		0.8,
	);
	for (const [x, w] of [
		[0.14, 0.07],
		[0.38, 0.1],
		[0.66, 0.06],
	] as const)
		b.beam(x, w, 0.22, [0.95, 0.1, 105], 0.16);
	b.ridge({ y: 0.84, swing: 0.03, peaks: 3, jagged: 0.3, tone: [0.4, 0.1, 142] });
	for (let i = 0; i < 14; i++) {
		const x = i / 13;
		for (const lean of [-0.06, -0.02, 0.03, 0.07])
			b.mass(
				[
					[x, 0.98, 0.2],
					[x + lean * 0.5 - 0.012, 0.88],
					[x + lean, 0.82, 0.1],
					[x + lean * 0.5 + 0.012, 0.9],
				],
				[0.34 + (i % 3) * 0.04, 0.1, 145],
			);
	}
	b.dots(
		b.scatter(16, [0.05, 0.3, 0.95, 0.8]).map(([x, y]) => [x, y, 0.004] as const),
		[0.96, 0.1, 105],
		0.8,
	);
}

/** A path under one old tree, its roots over the way. */
function drawOldTree(b: Backdrop): void {
	b.sky([0.78, 0.12, 112], [0.86, 0.12, 108], [0.58, 0.12, 135]);
	b.glow(0.34, 0.36, 0.44, [0.96, 0.1, 105], 0.8);
	for (const [x, w] of [
		[0.06, 0.022],
		[0.16, 0.03],
		[0.29, 0.018],
		[0.42, 0.024],
		[0.54, 0.018],
	] as const)
		b.slab(
			[
				[x - w, 0.8],
				[x - w * 0.6, -0.02],
				[x + w * 0.6, -0.02],
				[x + w, 0.8],
			],
			[0.62, 0.09, 130],
			0.75,
		);
	b.haze(0.68, 0.12, [0.92, 0.09, 108], 0.6);
	b.ridge({ y: 0.78, swing: 0.02, peaks: 2, jagged: 0.1, tone: [0.5, 0.12, 138] });
	b.mass(
		points('0.3 0.76 0.3, 0.38 0.76 0.3, 0.36 0.84, 0.5 0.92, 0.62 1.04 0, 0.2 1.04 0, 0.26 0.88'),
		[0.76, 0.08, 88],
	);
	b.mass(
		points(
			'0.66 1.04 0, 0.7 0.9, 0.56 0.88 0.2, 0.72 0.8, 0.76 0.5, 0.7 0.26, 0.58 0.14 0.2, 0.74 0.18, 0.76 -0.04 0, 1.04 -0.04 0, 1.04 1.04 0',
		),
		[0.34, 0.06, 68],
	);
	for (const groove of [
		points('0.82 0.06, 0.84 0.4, 0.8 0.8, 0.83 0.8, 0.865 0.4, 0.84 0.06'),
		points('0.92 0.1, 0.93 0.5, 0.9 0.86, 0.925 0.86, 0.95 0.5, 0.94 0.1'),
	] as const)
		b.slab(groove, [0.27, 0.05, 65]);
	b.dots(
		b.scatter(26, [0.46, -0.06, 1.04, 0.13]).map(([x, y]) => [x, y, b.random.range(0.05, 0.1)] as const),
		[0.44, 0.13, 140],
	);
	b.dots(
		b.scatter(30, [0, -0.03, 1, 0.09]).map(([x, y]) => [x, y, b.random.range(0.014, 0.04)] as const),
		[0.7, 0.15, 125],
		0.85,
	);
	for (const [x, w] of [
		[0.08, 0.08],
		[0.28, 0.06],
	] as const)
		b.beam(x, w, 0.26, [0.97, 0.1, 104], 0.2);
	for (const [x, y, r] of [
		[0.6, 0.9, 0.03],
		[0.66, 0.93, 0.022],
		[0.08, 0.95, 0.03],
	] as const) {
		b.slab(
			[
				[x - r * 0.3, y + r * 1.6],
				[x - r * 0.22, y],
				[x + r * 0.22, y],
				[x + r * 0.3, y + r * 1.6],
			],
			[0.9, 0.03, 90],
		);
		b.mass(
			[
				[x - r, y + r * 0.2, 0.2],
				[x - r * 0.6, y - r * 0.7],
				[x + r * 0.6, y - r * 0.7],
				[x + r, y + r * 0.2, 0.2],
			],
			[0.56, 0.17, 28],
		);
	}
}

export const forestGlade = definePart({
	slot: 'background',
	id: 'forest-glade',
	halo: [0.86, 0.09, 115],
	draw(b) {
		b.random.pick([drawGlade, drawOldTree])(b);
	},
});
