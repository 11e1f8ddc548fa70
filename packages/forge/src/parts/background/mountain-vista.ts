import { definePart } from '../../engine/part.ts';
import { cloud, pine } from '../../scenery.ts';

export const mountainVista = definePart({
	slot: 'background',
	id: 'mountain-vista',
	halo: [0.9, 0.04, 85],
	draw(b) {
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
	},
});
