import { definePart } from '../../engine/part.ts';
import { drawUrsine } from '../../families/ursine.ts';

export const bugbear = definePart({
	slot: 'race',
	id: 'bugbear',
	family: 'ursine',
	draw: (studio) =>
		drawUrsine(studio, [
			[0.48, 0.09, 55],
			[0.42, 0.07, 48],
			[0.54, 0.1, 62],
		]),
});
