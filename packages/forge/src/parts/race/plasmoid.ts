import { definePart } from '../../engine/part.ts';
import { drawPlasmoid } from '../../families/plasmoid.ts';

export const plasmoid = definePart({
	slot: 'race',
	id: 'plasmoid',
	family: 'plasmoid',
	draw: (studio) =>
		drawPlasmoid(studio, [
			[0.76, 0.12, 175],
			[0.76, 0.13, 140],
			[0.74, 0.12, 230],
			[0.74, 0.13, 310],
			[0.78, 0.12, 85],
		]),
});
