import { definePart } from '../../engine/part.ts';
import { drawConstruct } from '../../families/construct.ts';

export const autognome = definePart({
	slot: 'race',
	id: 'autognome',
	family: 'construct',
	draw: (studio) =>
		drawConstruct(studio, {
			plates: [
				[0.72, 0.1, 80],
				[0.66, 0.1, 60],
				[0.74, 0.03, 220],
			],
			seams: [0.42, 0.05, 60],
			dial: true,
		}),
});
