import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const kalashtar = definePart({
	slot: 'race',
	id: 'kalashtar',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.8, 0.05, 55],
				[0.72, 0.07, 52],
				[0.56, 0.075, 46],
			],
			hairs: ['longStraight', 'highTail', 'sweptBack', 'sidePart'],
			hairTones: [
				[0.24, 0.03, 290],
				[0.36, 0.06, 40],
				[0.7, 0.03, 290],
			],
			eyes: ['glowing'],
			irises: [[0.75, 0.15, 300]],
			beards: ['none'],
			extra: (s, { head }) => {
				const light = s.colors.tone([0.8, 0.13, 300]);
				for (const line of [
					[
						[0.6, 0.43],
						[0.63, 0.44],
						[0.655, 0.42],
					],
					[
						[0.6, 0.445],
						[0.63, 0.47],
						[0.65, 0.47],
					],
					[
						[0.365, 0.43],
						[0.35, 0.44],
						[0.338, 0.42],
					],
					[
						[0.464, 0.29],
						[0.464, 0.345],
					],
				] as const)
					s.head.line('markings', line, light, 0.011, { clip: head });
			},
		}),
});
