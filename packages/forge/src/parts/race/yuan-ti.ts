import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const yuanTi = definePart({
	slot: 'race',
	id: 'yuan-ti',
	family: 'reptile',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.66, 0.1, 130],
				[0.7, 0.09, 85],
				[0.6, 0.11, 145],
			],
			hairs: ['bald'],
			ears: { kind: 'none' },
			jaw: 0.9,
			eyes: ['sharp', 'upturned'],
			pupil: 'slit',
			irises: [
				[0.84, 0.16, 100],
				[0.76, 0.17, 65],
			],
			sclera: [0.9, 0.1, 105],
			brows: ['ridge', 'wedge'],
			noses: ['flat'],
			mouths: ['fang', 'line', 'smirk'],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head, skinTone }) => {
				const inner = s.colors.ramp('skin', [0.82, 0.08, skinTone[2] - 25]);
				s.head.form(
					'hairBack',
					[
						[0.5, 0.1],
						[0.68, 0.14],
						[0.82, 0.27],
						[0.86, 0.45],
						[0.78, 0.63],
						[0.66, 0.75],
						[0.35, 0.75],
						[0.23, 0.63],
						[0.16, 0.45],
						[0.2, 0.27],
						[0.33, 0.14],
					],
					skin,
					{ depth: 0.024 },
				);
				s.head.pattern(
					'hairBack',
					null,
					[
						s.head.shape([
							[0.5, 0.14],
							[0.66, 0.19],
							[0.77, 0.3],
							[0.8, 0.45],
							[0.73, 0.6],
							[0.62, 0.7],
							[0.38, 0.7],
							[0.28, 0.6],
							[0.22, 0.45],
							[0.25, 0.3],
							[0.35, 0.19],
						]),
					],
					inner.base,
				);
				for (const y of [0.3, 0.38, 0.46, 0.54])
					for (const side of [0, 1])
						s.head.line(
							'hairBack',
							side
								? [
										[0.67, y + 0.02],
										[0.735, y],
										[0.79, y + 0.01],
									]
								: [
										[0.33, y + 0.02],
										[0.28, y],
										[0.235, y + 0.01],
									],
							inner.shade,
							0.014,
						);
				for (const [x, y] of [
					[0.62, 0.5],
					[0.64, 0.47],
					[0.6, 0.53],
					[0.635, 0.53],
					[0.44, 0.22],
					[0.48, 0.2],
					[0.52, 0.215],
					[0.47, 0.25],
				] as const)
					s.head.line(
						'markings',
						[
							[x - 0.014, y - 0.006],
							[x, y + 0.01],
							[x + 0.014, y - 0.006],
						],
						skin.deep,
						0.007,
						{ clip: head },
					);
			},
		}),
});
