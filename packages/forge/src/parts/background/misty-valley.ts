import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Backdrop } from '../../engine/scene/backdrop.ts';

/** Hills in the mist, a hamlet and a bridge between them. */
function drawHills(b: Backdrop): void {
	b.sky([0.8, 0.04, 200], [0.9, 0.03, 150], [0.93, 0.03, 95]);
	for (let i = 0; i < 5; i++) {
		b.ridge({
			y: 0.34 + i * 0.11,
			swing: 0.09 - i * 0.008,
			peaks: 1.6 + i * 0.3,
			jagged: 0.3,
			tone: [0.8 - i * 0.09, 0.04 + i * 0.01, 190 - i * 8],
			foot: [0.93, 0.02, 150],
		});
		b.haze(0.46 + i * 0.11, 0.05, [0.96, 0.015, 150], 0.65);
		if (i === 2) {
			for (const [x, w] of [
				[0.12, 0.03],
				[0.17, 0.022],
				[0.22, 0.026],
			] as const)
				b.slab(
					[
						[x - w, 0.6],
						[x - w, 0.565],
						[x, 0.535],
						[x + w, 0.565],
						[x + w, 0.6],
					],
					[0.5, 0.06, 45],
				);
			b.dots(
				[
					[0.12, 0.585, 0.004],
					[0.22, 0.585, 0.004],
				],
				[0.88, 0.13, 85],
			);
			b.mass(
				points('0.72 0.6 0.2, 0.84 0.565, 0.97 0.6 0.2, 0.93 0.6 0.2, 0.84 0.582, 0.76 0.6 0.2'),
				[0.52, 0.04, 100],
			);
		}
	}
	for (let i = 0; i < 22; i++) {
		const [x, h, lean] = [b.random.next(), b.random.range(0.06, 0.16), b.random.range(-0.03, 0.03)];
		b.slab(
			[
				[x - 0.004, 1],
				[x + lean, 1 - h],
				[x + 0.005, 1],
			],
			[0.4, 0.06, 140],
			0.85,
		);
	}
}

/** A river in the mist below a pine on a rock. */
function drawRiver(b: Backdrop): void {
	b.sky([0.82, 0.04, 205], [0.92, 0.03, 150], [0.94, 0.03, 95]);
	b.oval(0.66, 0.24, 0.1, 0.1, [0.97, 0.03, 95], 0.8);
	for (const [peak, tone] of [
		[points('0.36 0.7, 0.44 0.4, 0.5 0.26, 0.56 0.36, 0.62 0.7'), [0.78, 0.04, 195]],
		[points('0.6 0.72, 0.7 0.36, 0.78 0.2, 0.86 0.34, 0.96 0.72'), [0.7, 0.05, 188]],
		[points('-0.06 0.76, 0.06 0.34, 0.14 0.24, 0.22 0.36, 0.32 0.76'), [0.62, 0.06, 180]],
	] as const) {
		b.mass(
			peak.map(([x, y], i) => [x, y, i === 0 || i === 4 ? 0 : 0.8] as const),
			tone,
		);
		b.haze(0.68, 0.12, [0.96, 0.015, 150], 0.7);
	}
	b.ridge({ y: 0.74, swing: 0.02, peaks: 2, jagged: 0.2, tone: [0.6, 0.06, 165], foot: [0.86, 0.03, 150] });
	b.mass(
		points(
			'0.52 0.76 0.2, 0.62 0.76 0.2, 0.58 0.82, 0.72 0.88, 0.7 0.95, 0.84 1.04 0, 0.3 1.04 0, 0.44 0.94, 0.56 0.89, 0.46 0.82',
		),
		[0.9, 0.03, 195],
	);
	b.haze(0.82, 0.06, [0.97, 0.015, 150], 0.6);
	b.slab(points('-0.02 1.02, -0.02 0.7, 0.1 0.72, 0.16 0.8, 0.24 0.84, 0.28 1.02'), [0.4, 0.05, 170]);
	b.mass(
		points('0.04 0.74 0.2, 0.07 0.56, 0.03 0.44, 0.06 0.44, 0.1 0.54, 0.16 0.48, 0.18 0.5, 0.11 0.6, 0.09 0.75 0.2'),
		[0.32, 0.05, 80],
	);
	for (const [x, y, w] of [
		[0.04, 0.42, 0.1],
		[0.19, 0.47, 0.09],
		[-0.02, 0.52, 0.07],
	] as const)
		b.mass(
			[
				[x - w, y + 0.012, 0.2],
				[x - w * 0.4, y - 0.035],
				[x + w * 0.4, y - 0.035],
				[x + w, y + 0.012, 0.2],
			],
			[0.38, 0.08, 150],
		);
	for (let i = 0; i < 14; i++) {
		const [x, h] = [b.random.range(0.62, 1), b.random.range(0.08, 0.2)];
		b.slab(
			[
				[x - 0.004, 1],
				[x + b.random.range(-0.03, 0.03), 1 - h],
				[x + 0.005, 1],
			],
			[0.4, 0.06, 140],
			0.85,
		);
	}
}

export const mistyValley = definePart({
	slot: 'background',
	id: 'misty-valley',
	halo: [0.95, 0.02, 120],
	draw(b) {
		b.random.pick([drawHills, drawRiver])(b);
	},
});
