import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Backdrop } from '../../engine/scene/backdrop.ts';

/** The crater and its smoke. */
function drawCrater(b: Backdrop): void {
	b.sky([0.2, 0.05, 330], [0.32, 0.1, 20], [0.56, 0.18, 40]);
	const smoke = Array.from(
		{ length: 11 },
		(_, i) => [0.5 + b.random.range(-0.1, 0.12) + i * 0.022, 0.44 - i * 0.05, 0.07 + i * 0.012] as const,
	);
	b.dots(smoke, [0.29, 0.04, 345], 0.7);
	b.dots(
		smoke.map(([x, y, r]) => [x - r * 0.3, y - r * 0.25, r * 0.62] as const),
		[0.36, 0.05, 350],
		0.7,
	);
	b.glow(0.5, 0.55, 0.5, [0.72, 0.19, 45], 0.8, true);
	b.slab(
		points(
			'-0.02 0.72, 0.1 0.56, 0.2 0.5, 0.28 0.42, 0.36 0.46, 0.5 0.5, 0.62 0.46, 0.7 0.41, 0.78 0.5, 0.9 0.57, 1.02 0.7, 1.02 1.02, -0.02 1.02',
		),
		[0.25, 0.04, 10],
	);
	b.slab(points('0.28 0.42, 0.36 0.46, 0.5 0.5, 0.62 0.46, 0.7 0.41, 0.62 0.54, 0.5 0.57, 0.37 0.54'), [0.68, 0.2, 45]);
	for (const crack of [
		points('0.36 0.53, 0.32 0.62, 0.36 0.7, 0.28 0.82, 0.2 1.0, 0.27 1.0, 0.33 0.84, 0.4 0.7, 0.365 0.62, 0.4 0.54'),
		points('0.63 0.53, 0.7 0.63, 0.66 0.72, 0.78 0.84, 0.8 1.0, 0.88 1.0, 0.84 0.82, 0.72 0.71, 0.755 0.62, 0.67 0.53'),
		points('0.11 0.56, 0.15 0.68, 0.08 0.8, 0.04 1.0, 0.11 1.0, 0.13 0.81, 0.2 0.69, 0.15 0.54'),
	] as const) {
		b.slab(crack, [0.66, 0.21, 40]);
	}
	for (const [x, y] of [
		[0.3, 0.85],
		[0.8, 0.88],
		[0.13, 0.72],
	] as const)
		b.glow(x, y, 0.16, [0.7, 0.19, 50], 0.55, true);
	b.ridge({ y: 0.9, swing: 0.05, peaks: 3, jagged: 1, tone: [0.17, 0.03, 350] });
	b.dots(
		b.scatter(46, [0, 0.05, 1, 0.95]).map(([x, y]) => [x, y, b.random.range(0.0015, 0.006)] as const),
		[0.82, 0.17, 65],
		0.9,
	);
}

/** Lava falling from a black wall into a burning lake. */
function drawLavaFalls(b: Backdrop): void {
	b.sky([0.18, 0.05, 340], [0.3, 0.1, 20], [0.5, 0.17, 38]);
	b.glow(0.5, 0.8, 0.6, [0.7, 0.19, 42], 0.7, true);
	b.slab(points('-0.02 -0.02, 0.36 -0.02, 0.3 0.2, 0.36 0.42, 0.28 0.62, 0.34 0.78, -0.02 0.8'), [0.24, 0.04, 5]);
	b.slab(points('1.02 -0.02, 0.7 -0.02, 0.71 0.16, 0.66 0.4, 0.71 0.6, 0.67 0.78, 1.02 0.8'), [0.22, 0.04, 355]);
	for (const ledge of [
		points('0.02 0.2, 0.3 0.22, 0.28 0.27, 0.0 0.25'),
		points('0.04 0.5, 0.3 0.53, 0.27 0.58, 0.0 0.55'),
		points('0.72 0.3, 1.0 0.27, 1.0 0.32, 0.7 0.36'),
		points('0.74 0.6, 1.0 0.57, 1.0 0.62, 0.72 0.65'),
	] as const)
		b.slab(ledge, [0.32, 0.06, 10]);
	// So far in that both banks of a fall show in a narrow view too: beside one bank alone the wall would be a panel.
	for (const [x, w] of [
		[0.235, 0.035],
		[0.77, 0.038],
	] as const) {
		b.glow(x, 0.45, 0.3, [0.66, 0.2, 40], 0.6, true);
		b.slab(
			[
				[x - w * 0.5, -0.02],
				[x + w * 0.5, -0.02],
				[x + w * 0.9, 0.14],
				[x + w * 0.6, 0.24],
				[x + w * 0.8, 0.42],
				[x + w * 0.6, 0.54],
				[x + w * 0.9, 0.66],
				[x + w, 0.8],
				[x - w, 0.8],
				[x - w * 0.6, 0.7],
				[x - w * 0.8, 0.56],
				[x - w * 0.5, 0.44],
				[x - w * 0.8, 0.32],
				[x - w * 0.4, 0.2],
			],
			[0.64, 0.21, 38],
		);
		b.slab(
			[
				[x - w * 0.2, -0.02],
				[x + w * 0.25, -0.02],
				[x + w * 0.2, 0.4],
				[x + w * 0.4, 0.8],
				[x - w * 0.3, 0.8],
				[x - w * 0.1, 0.4],
			],
			[0.86, 0.16, 75],
		);
	}
	b.slab(points('-0.02 0.78, 1.02 0.78, 1.02 1.02, -0.02 1.02'), [0.6, 0.2, 38]);
	// Rocks along the foot of the wall, between the falls, so that no ruled edge shows.
	for (const rocks of [
		points('-0.02 0.76, 0.2 0.76, 0.2 0.8, 0.16 0.83, 0.12 0.81, 0.08 0.85, 0.03 0.82, -0.02 0.86'),
		points('0.27 0.77, 0.34 0.72, 0.4 0.76, 0.46 0.75, 0.48 0.79, 0.4 0.81, 0.35 0.84, 0.3 0.8'),
		points('0.54 0.79, 0.6 0.74, 0.66 0.7, 0.73 0.77, 0.73 0.8, 0.69 0.85, 0.64 0.8, 0.6 0.82'),
		points('0.81 0.76, 1.02 0.76, 1.02 0.84, 0.97 0.82, 0.92 0.86, 0.88 0.81, 0.84 0.83'),
	] as const)
		b.slab(rocks, [0.2, 0.04, 0]);
	for (let i = 0; i < 12; i++) b.oval(b.random.next(), 0.8 + i * 0.016, 0.1, 0.006, [0.84, 0.17, 70], 0.7);
	for (const [x, y, w] of [
		[0.1, 0.92, 0.14],
		[0.9, 0.9, 0.16],
		[0.5, 0.97, 0.2],
	] as const)
		b.slab(
			[
				[x - w, y + 0.03],
				[x - w * 0.6, y - 0.03],
				[x, y - 0.015],
				[x + w * 0.5, y - 0.04],
				[x + w, y + 0.04],
			],
			[0.18, 0.03, 350],
		);
	b.dots(
		b.scatter(46, [0, 0.05, 1, 0.95]).map(([x, y]) => [x, y, b.random.range(0.0015, 0.006)] as const),
		[0.82, 0.17, 65],
		0.9,
	);
}

export const volcanicCrater = definePart({
	slot: 'background',
	id: 'volcanic-crater',
	halo: [0.66, 0.17, 45],
	rim: [0.8, 0.13, 55],
	keepsHue: true,
	draw(b) {
		b.random.pick([drawCrater, drawLavaFalls])(b);
	},
});
