import { isHelmed, outgrow } from '../../anatomy/outgrowth.ts';
import type { Ramp } from '../../engine/color.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** Long leaf-shaped ears that stand up from the skull. */
function drawHorseEars(s: Studio, coat: Ramp, skin: Ramp): void {
	if (isHelmed(s)) return;
	outgrow(s, { base: [0.38, 0.285], tip: [0.352, 0.035], half: 0.042 }, () =>
		s.head.form(
			'earFar',
			points('0.345 0.3 0.4, 0.315 0.2, 0.325 0.1, 0.352 0.035 0.15, 0.4 0.11, 0.42 0.19, 0.415 0.26 0.4'),
			coat,
			{
				depth: 0.012,
			},
		),
	);
	outgrow(s, { base: [0.63, 0.27], tip: [0.7, 0.02], half: 0.052 }, () => {
		s.head.form(
			'ears',
			points('0.58 0.225 0.4, 0.588 0.15, 0.635 0.075, 0.7 0.02 0.15, 0.722 0.1, 0.71 0.2, 0.675 0.3 0.4, 0.62 0.27'),
			coat,
			{ depth: 0.014, rim: true },
		);
		s.head.form(
			'ears',
			points('0.612 0.225 0.4, 0.622 0.155, 0.652 0.1, 0.69 0.062 0.15, 0.695 0.13, 0.68 0.205, 0.655 0.265 0.4'),
			skin,
			{
				depth: 0.01,
				light: false,
				width: 0.5,
				contour: false,
			},
		);
	});
}

/** Withers, rump and a dorsal mane behind the near shoulder. */
function drawHorseBack(s: Studio, coat: Ramp, hair: Ramp): void {
	s.body.form(
		'back',
		points(
			'1.1 0.62 0.4, 0.985 0.5, 0.955 0.42, 0.985 0.36 0.2, 0.93 0.385, 0.885 0.46, 0.87 0.56, 0.9 0.7, 1.1 0.8 0.4',
		),
		hair,
		{ depth: 0.012 },
	);
	const back = s.body.form(
		'back',
		points('0.55 0.9, 0.63 0.65, 0.72 0.545, 0.82 0.5, 0.92 0.515, 1.0 0.6, 1.06 0.8, 1.06 1.1 0.3, 0.5 1.1 0.3'),
		coat,
		{ depth: 0.034, rim: true },
	);
	s.body.line('back', points('0.93 0.58, 0.955 0.68, 0.945 0.8'), coat.deep, 0.014, { clip: back });
	s.body.form(
		'back',
		points(
			'0.58 0.74, 0.615 0.585 0.2, 0.645 0.6, 0.67 0.505 0.2, 0.7 0.54, 0.74 0.455 0.2, 0.765 0.51, 0.81 0.445 0.2, 0.815 0.515 0.4, 0.76 0.56, 0.7 0.62, 0.66 0.72',
		),
		hair,
		{ depth: 0.012 },
	);
}

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
			ears: { kind: 'none' },
			shoulders: 1.1,
			neck: 'thick',
			eyes: ['almond', 'round'],
			noses: ['straight', 'long'],
			extra: (s, { hair, skin }) => {
				const coat = s.colors.ramp('fur', [hair.from[0] * 0.8 + 0.14, hair.from[1], hair.from[2]]);
				drawHorseEars(s, coat, skin);
				drawHorseBack(s, coat, hair);
			},
		}),
});
