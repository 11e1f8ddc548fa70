import { definePart } from '../../engine/part.ts';
import { drawAvian } from '../../families/avian.ts';

export const aarakocra = definePart({
	slot: 'race',
	id: 'aarakocra',
	family: 'avian',
	draw: (studio) =>
		drawAvian(studio, {
			heads: [
				[0.86, 0.04, 80],
				[0.9, 0.02, 90],
				[0.74, 0.08, 70],
			],
			bodies: [
				[0.5, 0.07, 60],
				[0.44, 0.06, 45],
				[0.5, 0.1, 250],
			],
			beak: 'hooked',
			beakTone: [0.8, 0.14, 80],
			irises: [
				[0.8, 0.16, 85],
				[0.72, 0.17, 55],
			],
			wings: true,
			eyeStripe: true,
		}),
});
