import { definePart } from '../../engine/part.ts';
import { drawCanine } from '../../families/canine.ts';

export const barghest = definePart({
	slot: 'race',
	id: 'barghest',
	family: 'canine',
	draw: (studio) =>
		drawCanine(
			studio,
			[
				[0.38, 0.05, 285],
				[0.42, 0.05, 265],
				[0.36, 0.06, 300],
			],
			[
				[0.75, 0.17, 55],
				[0.7, 0.19, 35],
			],
		),
});
