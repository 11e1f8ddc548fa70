import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const duergar = definePart({
	slot: 'race',
	id: 'duergar',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.55, 0.012, 280],
				[0.5, 0.015, 270],
				[0.6, 0.012, 290],
			],
			hairs: ['bald'],
			hairTones: [
				[0.93, 0.008, 270],
				[0.86, 0.01, 280],
			],
			jaw: 1.06,
			shoulders: 1.12,
			neck: 'thick',
			eyes: ['narrow', 'hooded'],
			irises: [
				[0.88, 0.02, 250],
				[0.8, 0.1, 80],
			],
			brows: ['thick', 'ridge'],
			noses: ['bulb', 'broad'],
			beards: ['long'],
			blush: false,
		}),
});
