import { definePart } from '../../engine/part.ts';
import { drawFeline } from '../../families/feline.ts';

export const leonin = definePart({
	slot: 'race',
	id: 'leonin',
	family: 'feline',
	draw: (studio) =>
		drawFeline(studio, {
			furs: [
				[0.72, 0.1, 75],
				[0.78, 0.09, 80],
				[0.66, 0.1, 65],
			],
			coat: 'plain',
			mane: [
				[0.42, 0.09, 45],
				[0.36, 0.07, 40],
				[0.5, 0.12, 40],
				[0.28, 0.03, 50],
			],
			roundEars: true,
		}),
});
