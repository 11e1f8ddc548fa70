import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const satyr = definePart({
	slot: 'race',
	id: 'satyr',
	family: 'horned',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.72, 0.09, 50],
				[0.8, 0.07, 58],
				[0.56, 0.085, 48],
			],
			hairs: ['curls', 'tousled', 'wildMane'],
			hairTones: [
				[0.36, 0.06, 45],
				[0.45, 0.085, 50],
				[0.55, 0.1, 60],
				[0.3, 0.03, 50],
				[0.6, 0.15, 45],
			],
			ears: { kind: 'pointed', length: 0.085, rise: 0.075, breadth: 0.95 },
			eyes: ['almond', 'upturned'],
			pupil: 'bar',
			irises: [
				[0.72, 0.13, 85],
				[0.66, 0.12, 130],
			],
			noses: ['broad', 'snub'],
			mouths: ['grin', 'smirk', 'open'],
			beards: ['goatee', 'goatee', 'none'],
			horns: { shapes: ['crown', 'ram', 'spike'], tone: [0.66, 0.06, 65] },
		}),
});
