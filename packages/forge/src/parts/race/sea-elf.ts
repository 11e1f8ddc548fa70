import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const seaElf = definePart({
	slot: 'race',
	id: 'sea-elf',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.07, 195],
				[0.72, 0.08, 210],
				[0.82, 0.06, 175],
			],
			hairs: ['longWavy', 'longStraight', 'sideBraid', 'locs'],
			hairTones: [
				[0.42, 0.09, 170],
				[0.38, 0.08, 230],
				[0.55, 0.1, 150],
				[0.62, 0.13, 200],
			],
			ears: { kind: 'fin', web: [0.76, 0.1, 190], size: 0.9 },
			jaw: 0.9,
			eyes: ['upturned', 'almond', 'round'],
			irises: [
				[0.74, 0.13, 190],
				[0.8, 0.12, 95],
			],
			beards: ['none'],
			blush: false,
		}),
});
