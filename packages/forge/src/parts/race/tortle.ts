import { definePart } from '../../engine/part.ts';
import { drawTurtle } from '../../families/turtle.ts';

export const tortle = definePart({
	slot: 'race',
	id: 'tortle',
	family: 'turtle',
	draw: (studio) =>
		drawTurtle(
			studio,
			[
				[0.66, 0.08, 125],
				[0.6, 0.07, 140],
				[0.68, 0.08, 95],
			],
			[0.48, 0.08, 75],
		),
});
