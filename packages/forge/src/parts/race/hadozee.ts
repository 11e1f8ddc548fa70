import { definePart } from '../../engine/part.ts';
import { drawPrimate } from '../../families/primate.ts';

export const hadozee = definePart({
	slot: 'race',
	id: 'hadozee',
	family: 'primate',
	draw: (studio) =>
		drawPrimate(studio, [
			[0.55, 0.07, 50],
			[0.48, 0.08, 42],
			[0.62, 0.06, 65],
			[0.42, 0.02, 270],
		]),
});
