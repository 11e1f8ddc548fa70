import { definePart } from '../../engine/part.ts';
import { drawFeline } from '../../families/feline.ts';

export const tabaxi = definePart({
	slot: 'race',
	id: 'tabaxi',
	family: 'feline',
	draw: (studio) =>
		drawFeline(studio, {
			furs: [
				[0.78, 0.1, 70],
				[0.74, 0.1, 62],
				[0.62, 0.03, 270],
				[0.86, 0.04, 80],
				[0.4, 0.04, 50],
			],
			coat: studio.stream('coat').pick(['rosettes', 'stripes', 'rosettes']),
		}),
});
