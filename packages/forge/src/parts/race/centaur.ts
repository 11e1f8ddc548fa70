import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const centaur = definePart({
	slot: 'race',
	id: 'centaur',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.07, 58],
				[0.66, 0.09, 54],
				[0.5, 0.075, 46],
			],
			hairs: ['longWavy', 'wildMane', 'sideBraid', 'highTail'],
			hairTones: [
				[0.36, 0.06, 45],
				[0.45, 0.085, 50],
				[0.55, 0.1, 60],
				[0.3, 0.03, 50],
				[0.22, 0.02, 290],
			],
			ears: { kind: 'pointed', length: 0.07, rise: -0.045, breadth: 1.15 },
			shoulders: 1.1,
			neck: 'thick',
			eyes: ['almond', 'round'],
			noses: ['straight', 'long'],
			extra: (s, { hair }) => {
				const coat = s.colors.ramp('fur', [hair.from[0] * 0.8 + 0.14, hair.from[1], hair.from[2]]);
				s.body.form(
					'back',
					[
						[0.55, 0.9],
						[0.66, 0.66],
						[0.78, 0.575],
						[0.91, 0.6],
						[0.98, 0.7],
						[1.02, 0.9],
						[1.02, 1.1],
						[0.5, 1.1],
					],
					coat,
					{ depth: 0.03 },
				);
				s.body.form(
					'back',
					[
						[0.6, 0.72],
						[0.68, 0.6, 0.2],
						[0.71, 0.625],
						[0.77, 0.535, 0.2],
						[0.8, 0.58],
						[0.87, 0.55, 0.2],
						[0.885, 0.605],
						[0.94, 0.61, 0.2],
						[0.9, 0.66],
						[0.76, 0.63],
						[0.68, 0.72],
					],
					hair,
					{ depth: 0.012 },
				);
			},
		}),
});
