import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const triton = definePart({
	slot: 'race',
	id: 'triton',
	family: 'fish',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.66, 0.09, 235],
				[0.6, 0.1, 225],
				[0.7, 0.08, 215],
			],
			hairs: ['sweptBack', 'longStraight', 'locs'],
			hairTones: [
				[0.36, 0.09, 245],
				[0.5, 0.11, 180],
				[0.88, 0.04, 210],
				[0.32, 0.08, 165],
			],
			ears: { kind: 'fin', web: [0.6, 0.13, 200] },
			eyes: ['almond', 'round', 'upturned'],
			irises: [
				[0.85, 0.13, 95],
				[0.8, 0.1, 195],
			],
			noses: ['button', 'straight', 'flat'],
			beards: ['none', 'none', 'goatee'],
			blush: false,
			extra: (s, { skin }) => {
				for (const x of [0.55, 0.57, 0.59])
					s.body.line(
						'neckFur',
						[
							[x, 0.685],
							[x - 0.012, 0.705],
							[x - 0.006, 0.725],
						],
						skin.deep,
						0.01,
					);
				const coral = s.colors.ramp('cloth', [0.66, 0.16, 30]);
				for (const [x, y] of [
					[0.4, 0.25],
					[0.45, 0.225],
					[0.5, 0.215],
					[0.55, 0.22],
					[0.6, 0.24],
				] as const)
					s.head.form(
						'hairFront',
						[
							[x - 0.012, y + 0.02, 0.3],
							[x - 0.008, y - 0.045, 0.2],
							[x + 0.012, y - 0.05, 0.2],
							[x + 0.014, y + 0.02, 0.3],
						],
						coral,
						{ depth: 0.005, width: 0.7 },
					);
			},
		}),
});
