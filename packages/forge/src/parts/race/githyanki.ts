import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const githyanki = definePart({
	slot: 'race',
	id: 'githyanki',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.76, 0.09, 95],
				[0.72, 0.1, 88],
				[0.78, 0.08, 105],
			],
			hairs: ['topknot', 'mohawk', 'highTail'],
			hairTones: [
				[0.4, 0.1, 38],
				[0.22, 0.02, 290],
				[0.5, 0.13, 40],
			],
			ears: { kind: 'pointed', length: 0.07, rise: -0.01, breadth: 1, notches: true },
			jaw: 0.86,
			eyes: ['narrow', 'sharp'],
			pupil: 'star',
			irises: [
				[0.82, 0.13, 95],
				[0.72, 0.1, 150],
			],
			noses: ['flat'],
			brows: ['wedge', 'thin'],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head }) => {
				for (const x of [0.565, 0.6, 0.635])
					s.head.pattern('markings', head, [s.head.disc(x, 0.33 + (x - 0.565) * 0.6, 0.011)], skin.shade);
			},
		}),
});
