import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const drow = definePart({
	slot: 'race',
	id: 'drow',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.4, 0.05, 300],
				[0.44, 0.06, 290],
				[0.36, 0.04, 310],
			],
			hairs: ['sweptBack', 'longStraight', 'highTail', 'undercut', 'topknot'],
			hairTones: [
				[0.94, 0.01, 260],
				[0.9, 0.02, 300],
			],
			ears: { kind: 'pointed', length: 0.1, rise: -0.03, breadth: 1 },
			jaw: 0.9,
			eyes: ['upturned', 'narrow', 'sharp'],
			irises: [
				[0.7, 0.16, 310],
				[0.6, 0.2, 22],
				[0.78, 0.12, 300],
			],
			brows: ['thin', 'arched', 'wedge'],
			beards: ['none'],
			blush: false,
		}),
});
