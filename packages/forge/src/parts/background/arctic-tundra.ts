import { definePart } from '../../engine/part.ts';
import { pine, stars } from '../../scenery.ts';

export const arcticTundra = definePart({
	slot: 'background',
	id: 'arctic-tundra',
	halo: [0.72, 0.1, 170],
	rim: [0.84, 0.13, 165],
	keepsHue: true,
	draw(b) {
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
	},
});
