import { definePart } from '../../engine/part.ts';
import { drawReptile } from '../../families/reptile.ts';

export const lizardfolk = definePart({
	slot: 'race',
	id: 'lizardfolk',
	family: 'reptile',
	draw: (studio) =>
		drawReptile(studio, {
			skins: [
				[0.55, 0.09, 150],
				[0.5, 0.08, 165],
				[0.58, 0.09, 120],
			],
			belly: [0.8, 0.07, 110],
			muzzle: 1.02,
			frill: false,
			crest: [0.6, 0.15, 40],
			eyeSize: 0.94,
			irises: [
				[0.82, 0.16, 100],
				[0.76, 0.17, 70],
			],
			shoulders: 1.06,
		}),
});
