import { definePart } from '../../engine/part.ts';
import { drawReptile } from '../../families/reptile.ts';

export const dragonborn = definePart({
	slot: 'race',
	id: 'dragonborn',
	family: 'reptile',
	draw: (studio) =>
		drawReptile(studio, {
			skins: [
				[0.58, 0.15, 28],
				[0.56, 0.13, 255],
				[0.58, 0.14, 145],
				[0.74, 0.12, 85],
				[0.62, 0.1, 50],
				[0.8, 0.02, 240],
				[0.42, 0.04, 290],
			],
			belly: [0.8, 0.08, 78],
			muzzle: 1,
			horns: { shapes: ['drake', 'drake', 'swept'], tone: [0.82, 0.04, 85] },
			frill: true,
			eyeSize: 1,
			irises: [
				[0.8, 0.17, 85],
				[0.74, 0.17, 55],
				[0.78, 0.15, 140],
			],
			shoulders: 1.1,
		}),
});
