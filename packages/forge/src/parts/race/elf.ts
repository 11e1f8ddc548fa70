import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const elf = definePart({
	slot: 'race',
	id: 'elf',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.84, 0.055, 70],
				[0.88, 0.04, 65],
				[0.74, 0.075, 60],
				[0.6, 0.08, 52],
			],
			hairs: ['longStraight', 'longWavy', 'sweptBack', 'twinBraids', 'sideBraid', 'highTail', 'sidePart', 'topknot'],
			hairTones: [
				[0.86, 0.09, 95],
				[0.93, 0.01, 260],
				[0.66, 0.11, 75],
				[0.36, 0.06, 45],
				[0.5, 0.14, 38],
				[0.26, 0.02, 280],
				[0.78, 0.03, 230],
			],
			ears: { kind: 'pointed', length: 0.11, rise: -0.02, breadth: 1 },
			jaw: 0.9,
			eyes: ['upturned', 'upturned', 'almond', 'narrow'],
			irises: [
				[0.62, 0.14, 160],
				[0.62, 0.12, 235],
				[0.7, 0.13, 85],
				[0.6, 0.14, 300],
				[0.7, 0.05, 250],
			],
			brows: ['thin', 'soft', 'arched'],
			noses: ['straight', 'button', 'aquiline'],
			beards: ['none'],
		}),
});
