import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const simicHybrid = definePart({
	slot: 'race',
	id: 'simic-hybrid',
	family: 'fish',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.07, 170],
				[0.74, 0.08, 150],
				[0.76, 0.07, 190],
			],
			hairs: ['locs', 'locs', 'sweptBack'],
			hairTones: [
				[0.5, 0.12, 180],
				[0.45, 0.12, 320],
				[0.42, 0.1, 230],
			],
			ears: { kind: 'fin', web: [0.66, 0.14, 160], size: 0.92 },
			jaw: 0.94,
			eyes: ['round', 'upturned'],
			irises: [
				[0.8, 0.15, 110],
				[0.74, 0.14, 60],
			],
			beards: ['none'],
			blush: false,
			extra: (s, { skin }) => {
				const shell = s.colors.ramp('cloth', [0.6, 0.15, 25]);
				const plate = s.body.form(
					'shoulderNear',
					points(
						'0.635 0.8 0.4, 0.66 0.7, 0.7 0.625 0.15, 0.735 0.67, 0.78 0.6 0.15, 0.81 0.665, 0.87 0.62 0.15, 0.88 0.7, 0.935 0.7 0.15, 0.915 0.79, 0.93 0.88 0.4, 0.78 0.86',
					),
					shell,
					{ depth: 0.022, rim: true },
				);
				for (const ridge of [
					points('0.67 0.77, 0.76 0.735, 0.9 0.775'),
					points('0.66 0.82, 0.77 0.795, 0.9 0.84'),
				] as const)
					s.body.line('shoulderNear', ridge, shell.deep, 0.013, { clip: plate });
				for (const x of [0.55, 0.575, 0.6])
					s.body.line(
						'neckFur',
						[
							[x, 0.68],
							[x - 0.012, 0.7],
							[x - 0.006, 0.72],
						],
						skin.deep,
						0.01,
					);
			},
		}),
});
