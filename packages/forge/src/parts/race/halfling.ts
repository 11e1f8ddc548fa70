import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const halfling = definePart({
	slot: 'race',
	id: 'halfling',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.08, 58],
				[0.84, 0.06, 60],
				[0.66, 0.09, 52],
				[0.5, 0.075, 46],
			],
			hairs: ['curls', 'curls', 'tousled', 'afro'],
			hairTones: [
				[0.36, 0.06, 45],
				[0.45, 0.085, 50],
				[0.55, 0.1, 60],
				[0.3, 0.03, 50],
			],
			headScale: 1.05,
			shoulders: 0.86,
			jaw: 1.08,
			eyes: ['round', 'wide', 'almond'],
			eyeSize: 1.12,
			noses: ['button', 'snub'],
			mouths: ['grin', 'line', 'smirk', 'open'],
			beards: ['none'],
			freckles: 0.6,
		}),
});
