import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Backdrop } from '../../engine/scene/backdrop.ts';
import { pine, stars } from '../../scenery.ts';

/** Ice hills under the northern lights. */
function drawTundra(b: Backdrop): void {
	b.sky([0.2, 0.07, 275], [0.36, 0.09, 255], [0.7, 0.07, 215]);
	stars(b, 50, 0.5);
	for (const [y, h, tone, shift] of [
		[0.3, 0.26, [0.82, 0.17, 155], 0],
		[0.4, 0.22, [0.7, 0.15, 300], 0.2],
		[0.36, 0.3, [0.84, 0.13, 190], 0.5],
	] as const) {
		b.curtain(
			[0, 0.2, 0.4, 0.6, 0.8, 1].map((x) => [x, y + 0.06 * Math.sin(x * 7 + shift * 9)] as const),
			h,
			tone,
			0.5,
		);
	}
	b.ridge({
		y: 0.58,
		swing: 0.1,
		peaks: 2.6,
		jagged: 1,
		tone: [0.56, 0.06, 245],
		foot: [0.76, 0.04, 225],
		lit: [0.9, 0.03, 200],
	});
	b.ridge({
		y: 0.7,
		swing: 0.06,
		peaks: 2,
		jagged: 0.7,
		tone: [0.74, 0.05, 230],
		foot: [0.9, 0.02, 220],
		lit: [0.95, 0.015, 200],
	});
	b.ridge({ y: 0.82, swing: 0.03, peaks: 1.5, jagged: 0, tone: [0.93, 0.02, 225] });
	for (const [x, h] of [
		[0.06, 0.2],
		[0.14, 0.13],
		[0.92, 0.22],
		[0.84, 0.12],
	] as const)
		pine(b, x, 0.86, h, [0.34, 0.05, 215]);
	b.dots(
		b.scatter(60, [0, 0, 1, 1]).map(([x, y]) => [x, y, b.random.range(0.002, 0.008)] as const),
		[0.98, 0.01, 220],
		0.8,
	);
}

/** Icebergs on black water, a pale sun low between them. */
function drawIcebergs(b: Backdrop): void {
	b.sky([0.34, 0.08, 260], [0.58, 0.08, 235], [0.86, 0.05, 210]);
	stars(b, 24, 0.3);
	b.curtain(
		[0, 0.2, 0.4, 0.6, 0.8, 1].map((x) => [x, 0.26 + 0.05 * Math.sin(x * 6 + 1)] as const),
		0.24,
		[0.82, 0.15, 165],
		0.4,
	);
	b.glow(0.56, 0.52, 0.36, [0.97, 0.05, 200], 0.8);
	b.slab(points('-0.02 0.58, 1.02 0.58, 1.02 1.02, -0.02 1.02'), [0.34, 0.07, 245]);
	for (const [berg, lit] of [
		[
			points('0.04 0.6, 0.1 0.44, 0.16 0.4, 0.2 0.3, 0.27 0.38, 0.32 0.46, 0.4 0.6'),
			points('0.04 0.6, 0.1 0.44, 0.16 0.4, 0.2 0.3, 0.19 0.46, 0.24 0.6'),
		],
		[
			points('0.64 0.62, 0.7 0.48, 0.74 0.5, 0.8 0.26, 0.9 0.2, 1.02 0.34, 1.02 0.62'),
			points('0.64 0.62, 0.7 0.48, 0.74 0.5, 0.8 0.26, 0.82 0.44, 0.78 0.62'),
		],
	] as const) {
		b.slab(berg, [0.74, 0.07, 228]);
		b.slab(lit, [0.95, 0.02, 205]);
		b.slab(
			berg.map(([x, y]) => [x, 0.62 + (0.62 - y) * 0.55] as const),
			[0.56, 0.07, 235],
			0.5,
		);
	}
	for (let i = 0; i < 9; i++) b.oval(b.random.next(), 0.62 + i * 0.034, 0.1, 0.004, [0.8, 0.06, 215], 0.55);
	for (const [x, y, w] of [
		[0.16, 0.84, 0.2],
		[0.86, 0.82, 0.22],
		[0.5, 0.93, 0.3],
	] as const)
		b.slab(
			[
				[x - w, y + 0.02],
				[x - w * 0.7, y - 0.012],
				[x + w * 0.2, y - 0.022],
				[x + w * 0.9, y],
				[x + w, y + 0.03],
				[x + w * 0.2, y + 0.05],
			],
			[0.92, 0.025, 220],
		);
	b.dots(
		b.scatter(50, [0, 0, 1, 1]).map(([x, y]) => [x, y, b.random.range(0.002, 0.008)] as const),
		[0.98, 0.01, 220],
		0.8,
	);
}

export const arcticTundra = definePart({
	slot: 'background',
	id: 'arctic-tundra',
	halo: [0.72, 0.1, 170],
	rim: [0.84, 0.13, 165],
	keepsHue: true,
	draw(b) {
		b.random.pick([drawTundra, drawIcebergs])(b);
	},
});
