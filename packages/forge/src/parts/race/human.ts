import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const human = definePart({
	slot: 'race',
	id: 'human',
	family: 'humanoid',
	draw: (s) =>
		drawHumanoid(s, {
			skins: [
				[0.9, 0.035, 65],
				[0.85, 0.055, 62],
				[0.8, 0.07, 60],
				[0.74, 0.085, 56],
				[0.66, 0.09, 54],
				[0.58, 0.085, 50],
				[0.5, 0.075, 46],
				[0.45, 0.065, 43],
				[0.4, 0.055, 40],
			],
			hairs: [
				'sidePart',
				'crop',
				'sweptBack',
				'bob',
				'longStraight',
				'longWavy',
				'curls',
				'afro',
				'topknot',
				'highTail',
				'twinBraids',
				'sideBraid',
				'undercut',
				'locs',
				'tousled',
			],
		}),
});
