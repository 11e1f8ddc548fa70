import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const vedalken = definePart({
	slot: 'race',
	id: 'vedalken',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.66, 0.09, 245],
				[0.62, 0.1, 255],
				[0.7, 0.08, 235],
			],
			hairs: ['bald'],
			ears: { kind: 'none' },
			jaw: 0.88,
			crownLift: 0.055,
			eyes: ['narrow', 'hooded', 'almond'],
			irises: [
				[0.5, 0.1, 280],
				[0.8, 0.1, 200],
			],
			brows: ['thin', 'arched'],
			noses: ['straight', 'long'],
			mouths: ['line', 'smirk', 'pout'],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head }) => {
				for (const line of [
					[
						[0.5, 0.12],
						[0.48, 0.24],
						[0.466, 0.33],
					],
					[
						[0.545, 0.13],
						[0.56, 0.25],
						[0.555, 0.32],
					],
					[
						[0.445, 0.14],
						[0.415, 0.25],
						[0.405, 0.32],
					],
					[
						[0.61, 0.18],
						[0.63, 0.28],
						[0.632, 0.36],
					],
				] as const)
					s.head.line('markings', line, skin.deep, 0.008, { clip: head, taper: 0.3 });
				const brass = s.colors.ramp('metal', [0.72, 0.1, 75]);
				s.head.form(
					'eyes',
					s.head.shape(
						[
							[0.547, 0.372],
							[0.612, 0.437],
							[0.547, 0.502],
							[0.482, 0.437],
						],
						[
							[0.547, 0.383],
							[0.493, 0.437],
							[0.547, 0.491],
							[0.601, 0.437],
						],
					),
					brass,
					{ depth: 0.004, width: 0.5, contour: false },
				);
			},
		}),
});
