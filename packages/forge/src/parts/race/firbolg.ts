import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const firbolg = definePart({
	slot: 'race',
	id: 'firbolg',
	family: 'bovine',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.7, 0.05, 250],
				[0.72, 0.06, 30],
				[0.66, 0.05, 230],
			],
			hairs: ['wildMane', 'longWavy', 'tousled', 'locs'],
			hairTones: [
				[0.5, 0.14, 38],
				[0.36, 0.06, 45],
				[0.55, 0.1, 60],
				[0.4, 0.08, 130],
			],
			ears: { kind: 'pointed', length: 0.12, rise: 0.11, breadth: 1.25 },
			jaw: 1.08,
			headScale: 0.96,
			shoulders: 1.14,
			neck: 'thick',
			eyes: ['droopy', 'round', 'hooded'],
			noses: ['bulb'],
			noseScale: 1.35,
			brows: ['thick', 'soft'],
			beards: ['full', 'long', 'none'],
		}),
});
