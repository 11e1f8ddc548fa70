import { definePart } from '../../engine/part.ts';
import { drawOwl } from '../../families/owl.ts';

export const owlin = definePart({
	slot: 'race',
	id: 'owlin',
	family: 'owl',
	draw: (studio) =>
		drawOwl(studio, {
			feathers: [
				[0.6, 0.08, 60],
				[0.52, 0.07, 50],
				[0.7, 0.03, 80],
				[0.9, 0.015, 90],
			],
			discs: [
				[0.88, 0.04, 80],
				[0.92, 0.03, 85],
				[0.82, 0.06, 70],
			],
		}),
});
