import { definePart } from '../../engine/part.ts';
import { drawAvian } from '../../families/avian.ts';

export const kenku = definePart({
	slot: 'race',
	id: 'kenku',
	family: 'avian',
	draw: (studio) =>
		drawAvian(studio, {
			heads: [
				[0.3, 0.03, 280],
				[0.28, 0.04, 255],
				[0.32, 0.04, 310],
			],
			bodies: [
				[0.26, 0.03, 280],
				[0.3, 0.05, 250],
			],
			beak: 'straight',
			beakTone: [0.42, 0.02, 270],
			irises: [
				[0.85, 0.14, 90],
				[0.8, 0.06, 230],
				[0.7, 0.18, 35],
			],
			wings: false,
			eyeStripe: false,
		}),
});
