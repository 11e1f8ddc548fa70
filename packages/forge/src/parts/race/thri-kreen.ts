import { definePart } from '../../engine/part.ts';
import { drawInsect } from '../../families/insect.ts';

export const thriKreen = definePart({
	slot: 'race',
	id: 'thri-kreen',
	family: 'insect',
	draw: (studio) =>
		drawInsect(studio, [
			[0.68, 0.13, 120],
			[0.7, 0.12, 85],
			[0.6, 0.12, 145],
			[0.6, 0.1, 60],
		]),
});
