import { definePart } from '../../engine/part.ts';
import { drawLeporine } from '../../families/leporine.ts';

export const harengon = definePart({
	slot: 'race',
	id: 'harengon',
	family: 'leporine',
	draw: (studio) =>
		drawLeporine(studio, [
			[0.82, 0.05, 70],
			[0.55, 0.05, 55],
			[0.92, 0.01, 90],
			[0.66, 0.08, 60],
		]),
});
