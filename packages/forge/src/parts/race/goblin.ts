import { findOn } from '../../anatomy/fangs.ts';
import { drawTooth } from '../../anatomy/mouth.ts';
import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const goblin = definePart({
	slot: 'race',
	id: 'goblin',
	family: 'tusked',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.66, 0.13, 125],
				[0.7, 0.14, 112],
				[0.6, 0.13, 135],
			],
			hairs: ['bald', 'mohawk', 'topknot', 'spikes'],
			hairTones: [
				[0.26, 0.03, 290],
				[0.55, 0.16, 35],
				[0.3, 0.05, 60],
			],
			ears: { kind: 'pointed', length: 0.19, rise: 0.045, breadth: 1.25, notches: true },
			jaw: 0.92,
			shoulders: 0.84,
			eyes: ['wide', 'sharp', 'round'],
			eyeSize: 1.14,
			irises: [
				[0.8, 0.16, 95],
				[0.72, 0.17, 60],
				[0.66, 0.19, 30],
			],
			noses: ['hook'],
			brows: ['wedge', 'arched', 'thin'],
			mouths: ['grin', 'grin', 'smirk'],
			hasTusks: true,
			beards: ['none'],
			blush: false,
			extra: (s, { lips }) => {
				drawTooth(s, findOn(lips.upper, 0.3), 0.02, 1);
				const [x, y] = findOn(lips.lower, 0.84);
				drawTooth(s, [x, y + 0.004], 0.022, -1);
			},
		}),
});
