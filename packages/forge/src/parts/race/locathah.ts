import { definePart } from '../../engine/part.ts';
import { drawFish } from '../../families/fish.ts';

export const locathah = definePart({
	slot: 'race',
	id: 'locathah',
	family: 'fish',
	draw: (studio) =>
		drawFish(studio, [
			[0.7, 0.1, 180],
			[0.64, 0.11, 200],
			[0.68, 0.1, 155],
		]),
});
