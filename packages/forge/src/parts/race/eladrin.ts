import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const eladrin = definePart({
	slot: 'race',
	id: 'eladrin',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.88, 0.05, 60],
				[0.86, 0.06, 85],
				[0.82, 0.07, 45],
				[0.9, 0.03, 230],
			],
			hairs: ['longWavy', 'longStraight', 'sideBraid', 'highTail', 'tousled'],
			hairTones: [
				[0.78, 0.11, 350],
				[0.84, 0.13, 90],
				[0.6, 0.15, 40],
				[0.88, 0.06, 225],
			],
			ears: { kind: 'pointed', length: 0.14, rise: -0.05, breadth: 1 },
			jaw: 0.88,
			eyes: ['upturned', 'almond'],
			irises: [
				[0.7, 0.15, 350],
				[0.78, 0.14, 90],
				[0.66, 0.16, 45],
				[0.76, 0.1, 225],
			],
			brows: ['thin', 'arched'],
			noses: ['straight', 'button'],
			beards: ['none'],
			extra: (s, { hair }) => {
				const petals = s.stream('petals');
				for (let i = 0; i < 6; i++) {
					const [x, y] = [0.36 + i * 0.062, 0.24 - Math.sin((i / 5) * Math.PI) * 0.085];
					const r = petals.range(0.016, 0.026);
					s.head.form(
						'ears',
						[
							[x, y - r, 0.5],
							[x + r, y, 0.5],
							[x, y + r, 0.5],
							[x - r, y, 0.5],
						],
						{ ...hair, base: hair.spec, light: hair.spec },
						{ depth: 0.006, width: 0.7 },
					);
				}
			},
		}),
});
