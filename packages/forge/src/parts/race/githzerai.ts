import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const githzerai = definePart({
	slot: 'race',
	id: 'githzerai',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.74, 0.06, 115],
				[0.7, 0.06, 125],
				[0.76, 0.05, 105],
			],
			hairs: ['bald', 'sideBraid', 'topknot'],
			hairTones: [
				[0.3, 0.03, 60],
				[0.26, 0.02, 290],
			],
			ears: { kind: 'pointed', length: 0.06, rise: 0.0, breadth: 1 },
			jaw: 0.86,
			eyes: ['hooded', 'tired'],
			irises: [
				[0.6, 0.08, 90],
				[0.6, 0.07, 200],
			],
			noses: ['flat', 'long'],
			brows: ['thin', 'soft'],
			beards: ['none', 'goatee'],
			blush: false,
			extra: (s, { skin, head }) =>
				s.head.pattern(
					'markings',
					head,
					[0.28, 0.305, 0.33].map((y) => s.head.disc(0.466, y, 0.009)),
					skin.deep,
				),
		}),
});
