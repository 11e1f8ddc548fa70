import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const tiefling = definePart({
	slot: 'race',
	id: 'tiefling',
	family: 'horned',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.55, 0.16, 25],
				[0.55, 0.12, 330],
				[0.55, 0.12, 265],
				[0.62, 0.13, 10],
				[0.5, 0.12, 300],
			],
			hairs: ['longStraight', 'longWavy', 'sweptBack', 'undercut', 'tousled', 'sidePart', 'bob'],
			hairTones: [
				[0.22, 0.02, 290],
				[0.3, 0.08, 310],
				[0.36, 0.1, 20],
				[0.9, 0.02, 280],
				[0.4, 0.1, 265],
			],
			ears: { kind: 'pointed', length: 0.05, rise: 0.0, breadth: 1 },
			jaw: 0.95,
			eyes: ['upturned', 'sharp', 'almond', 'narrow'],
			irises: [
				[0.84, 0.15, 95],
				[0.8, 0.14, 60],
				[0.9, 0.05, 200],
				[0.68, 0.2, 20],
			],
			sclera: [0.32, 0.07, 20],
			brows: ['arched', 'wedge', 'thin'],
			noses: ['straight', 'aquiline', 'button'],
			mouths: ['smirk', 'fang', 'line', 'grin'],
			beards: ['none', 'none', 'goatee'],
			horns: { shapes: ['swept', 'ram', 'crown', 'swept'], tone: [0.4, 0.05, 20] },
		}),
});
