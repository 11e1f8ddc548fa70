import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const genasi = definePart({
	slot: 'race',
	id: 'genasi',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.6, 0.14, 35],
				[0.58, 0.06, 65],
				[0.64, 0.11, 225],
				[0.82, 0.05, 200],
			],
			hairs: ['flame', 'flame', 'wildMane', 'spikes'],
			hairTones: [
				[0.76, 0.17, 60],
				[0.82, 0.08, 210],
				[0.68, 0.14, 230],
				[0.72, 0.18, 40],
			],
			eyes: ['glowing', 'almond', 'upturned'],
			irises: [
				[0.86, 0.16, 75],
				[0.86, 0.1, 210],
				[0.84, 0.13, 130],
			],
			beards: ['none'],
			blush: false,
			extra: (s, { head, hair }) => {
				for (const line of [
					[
						[0.575, 0.48],
						[0.61, 0.51],
						[0.6, 0.55],
					],
					[
						[0.61, 0.51],
						[0.645, 0.5],
					],
					[
						[0.47, 0.28],
						[0.455, 0.32],
						[0.475, 0.35],
					],
				] as const) {
					s.head.line('markings', line, hair.light, 0.011, { clip: head });
				}
				s.head.glow('markings', [0.61, 0.51, 0.08], hair.base, { alpha: 0.4, clip: head });
			},
		}),
});
