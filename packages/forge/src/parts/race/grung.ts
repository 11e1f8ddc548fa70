import { definePart } from '../../engine/part.ts';
import { drawFrog } from '../../families/amphibian.ts';

export const grung = definePart({
	slot: 'race',
	id: 'grung',
	family: 'amphibian',
	draw: (studio) =>
		drawFrog(studio, [
			[0.6, 0.18, 25],
			[0.78, 0.16, 95],
			[0.64, 0.17, 145],
			[0.58, 0.17, 255],
			[0.62, 0.16, 310],
		]),
});
