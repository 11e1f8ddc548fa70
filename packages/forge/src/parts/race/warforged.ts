import { definePart } from '../../engine/part.ts';
import { drawConstruct } from '../../families/construct.ts';

export const warforged = definePart({
	slot: 'race',
	id: 'warforged',
	family: 'construct',
	draw: (studio) =>
		drawConstruct(studio, {
			plates: [
				[0.62, 0.02, 240],
				[0.6, 0.06, 65],
				[0.5, 0.03, 265],
				[0.68, 0.03, 200],
			],
			seams: [0.4, 0.06, 60],
			dial: false,
		}),
});
