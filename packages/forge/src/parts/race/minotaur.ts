import { definePart } from '../../engine/part.ts';
import { drawBovine } from '../../families/bovine.ts';

export const minotaur = definePart({
	slot: 'race',
	id: 'minotaur',
	family: 'bovine',
	draw: (studio) =>
		drawBovine(
			studio,
			[
				[0.48, 0.07, 50],
				[0.38, 0.05, 45],
				[0.6, 0.08, 58],
				[0.84, 0.02, 80],
				[0.32, 0.02, 280],
			],
			['lyre', 'lyre', 'swept'],
		),
});
