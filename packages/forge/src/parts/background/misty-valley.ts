import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';

export const mistyValley = definePart({
	slot: 'background',
	id: 'misty-valley',
	halo: [0.95, 0.02, 120],
	draw(b) {
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
	},
});
