import { definePart } from '../../engine/part.ts';

export const forestGlade = definePart({
	slot: 'background',
	id: 'forest-glade',
	halo: [0.86, 0.09, 115],
	draw(b) {
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
	},
});
