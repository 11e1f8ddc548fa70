import { definePart } from '../../engine/part.ts';

export const purpleBlueGradient = definePart({
	slot: 'background',
	id: 'purple-blue-gradient',
	halo: [0.66, 0.12, 275],
	keepsHue: true,
	draw(b) {
		b.sky([0.22, 0.1, 288], [0.38, 0.13, 278], [0.56, 0.13, 265]);
		b.glow(0.16, 0.1, 0.34, [0.5, 0.16, 300], 0.35);
		b.dots(
			b.scatter(26, [0.03, 0.04, 0.97, 0.8]).map(([x, y]) => [x, y, b.random.range(0.0015, 0.0055)] as const),
			[0.9, 0.06, 270],
			0.5,
		);
	},
});
