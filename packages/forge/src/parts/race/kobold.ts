import { definePart } from '../../engine/part.ts';
import { drawReptile } from '../../families/reptile.ts';

export const kobold = definePart({
	slot: 'race',
	id: 'kobold',
	family: 'reptile',
	draw: (studio) =>
		drawReptile(studio, {
			skins: [
				[0.56, 0.13, 35],
				[0.6, 0.1, 90],
				[0.56, 0.1, 165],
				[0.5, 0.1, 285],
			],
			belly: [0.82, 0.07, 80],
			muzzle: 0.78,
			horns: { shapes: ['spike'], tone: [0.78, 0.05, 75] },
			frill: false,
			eyeSize: 1.3,
			irises: [
				[0.84, 0.16, 95],
				[0.76, 0.17, 65],
			],
			shoulders: 0.84,
			headScale: 0.98,
		}),
});
