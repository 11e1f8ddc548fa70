import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Backdrop } from '../../engine/scene/backdrop.ts';
import { cloud, pine } from '../../scenery.ts';

/** Ridges behind ridges, pines at their feet. */
function drawRanges(b: Backdrop): void {
	b.sky([0.62, 0.11, 250], [0.78, 0.07, 235], [0.93, 0.05, 70]);
	cloud(b, 0.16, 0.16, 0.26, [0.97, 0.01, 90], 0.75);
	cloud(b, 0.86, 0.24, 0.22, [0.97, 0.01, 90], 0.6);
	b.ridge({
		y: 0.36,
		swing: 0.2,
		peaks: 2.2,
		jagged: 1,
		tone: [0.58, 0.085, 265],
		foot: [0.82, 0.045, 245],
		lit: [0.96, 0.015, 80],
	});
	b.ridge({
		y: 0.56,
		swing: 0.13,
		peaks: 2.6,
		jagged: 0.9,
		tone: [0.46, 0.085, 258],
		foot: [0.74, 0.05, 240],
		lit: [0.88, 0.035, 235],
	});
	b.haze(0.66, 0.08, [0.94, 0.02, 220], 0.6);
	b.ridge({ y: 0.76, swing: 0.05, peaks: 2, jagged: 0.2, tone: [0.4, 0.07, 165] });
	for (let i = 0; i < 17; i++)
		pine(b, (i + b.random.range(-0.3, 0.3)) / 16, 0.84 + b.random.range(0, 0.06), b.random.range(0.13, 0.24), [
			0.3 + b.random.range(0, 0.06),
			0.06,
			165,
		]);
}

/** One great peak over a lake that mirrors it. */
function drawLake(b: Backdrop): void {
	b.sky([0.58, 0.12, 255], [0.76, 0.08, 240], [0.92, 0.06, 60]);
	cloud(b, 0.78, 0.15, 0.3, [0.97, 0.01, 90], 0.7);
	b.ridge({ y: 0.5, swing: 0.06, peaks: 3, jagged: 0.9, tone: [0.68, 0.06, 250], foot: [0.84, 0.04, 240] });
	b.slab(
		points('-0.1 0.66, 0.06 0.44, 0.14 0.38, 0.28 0.12, 0.34 0.17, 0.4 0.14, 0.52 0.36, 0.62 0.42, 0.8 0.66'),
		[0.54, 0.08, 262],
	);
	b.slab(
		points('0.28 0.12, 0.22 0.25, 0.27 0.24, 0.3 0.33, 0.35 0.26, 0.4 0.34, 0.43 0.27, 0.48 0.29, 0.4 0.14, 0.34 0.17'),
		[0.96, 0.015, 85],
	);
	b.slab(points('0.34 0.17, 0.4 0.14, 0.52 0.36, 0.62 0.42, 0.8 0.66, 0.44 0.66, 0.38 0.42'), [0.4, 0.09, 268], 0.55);
	b.slab(points('-0.02 0.66, 1.02 0.66, 1.02 1.02, -0.02 1.02'), [0.62, 0.09, 240]);
	b.slab(points('-0.1 0.66, 0.06 0.78, 0.28 0.98, 0.4 0.96, 0.62 0.8, 0.8 0.66'), [0.5, 0.08, 255], 0.7);
	for (let i = 0; i < 9; i++) b.oval(b.random.next(), 0.69 + i * 0.03, 0.12, 0.003, [0.86, 0.05, 230], 0.6);
	b.haze(0.66, 0.04, [0.95, 0.02, 220], 0.6);
	for (const [x, h] of [
		[0.02, 0.42],
		[0.1, 0.3],
		[0.17, 0.2],
		[0.84, 0.22],
		[0.91, 0.34],
		[0.99, 0.46],
	] as const)
		pine(b, x, 0.94, h, [0.28, 0.06, 168]);
}

export const mountainVista = definePart({
	slot: 'background',
	id: 'mountain-vista',
	halo: [0.9, 0.04, 85],
	draw(b) {
		b.random.pick([drawRanges, drawLake])(b);
	},
});
