import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const goliath = definePart({
	slot: 'race',
	id: 'goliath',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.66, 0.02, 260],
				[0.62, 0.02, 240],
				[0.68, 0.015, 80],
			],
			hairs: ['bald', 'bald', 'topknot', 'mohawk'],
			hairTones: [
				[0.24, 0.02, 280],
				[0.5, 0.02, 270],
			],
			jaw: 1.16,
			headScale: 0.92,
			shoulders: 1.2,
			neck: 'thick',
			eyes: ['narrow', 'hooded', 'almond'],
			eyeSize: 0.92,
			irises: [
				[0.72, 0.09, 220],
				[0.6, 0.1, 75],
				[0.7, 0.02, 250],
			],
			brows: ['ridge', 'thick'],
			noses: ['broad', 'straight'],
			beards: ['none', 'stubble', 'goatee'],
			heavyBrow: true,
			blush: false,
			extra: (s, { head, skinTone }) => {
				const mark = s.colors.tone([0.38, 0.05, skinTone[2]]);
				for (const line of [
					[
						[0.59, 0.2],
						[0.6, 0.29],
						[0.617, 0.38],
						[0.612, 0.43],
					],
					[
						[0.622, 0.24],
						[0.634, 0.32],
						[0.64, 0.39],
					],
					[
						[0.4, 0.21],
						[0.385, 0.3],
						[0.36, 0.37],
					],
					[
						[0.61, 0.5],
						[0.6, 0.55],
						[0.575, 0.6],
					],
				] as const)
					s.head.line('markings', line, mark, 0.027, { clip: head, taper: 0.85 });
			},
		}),
});
