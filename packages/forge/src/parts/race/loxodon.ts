import { definePart } from '../../engine/part.ts';
import { drawElephant } from '../../families/elephantine.ts';

export const loxodon = definePart({
	slot: 'race',
	id: 'loxodon',
	family: 'elephantine',
	draw: (studio) =>
		drawElephant(studio, [
			[0.62, 0.025, 265],
			[0.58, 0.03, 250],
			[0.64, 0.03, 40],
		]),
});
