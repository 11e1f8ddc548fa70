import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';
import { halo } from '../../wardrobe/halo.ts';

export const aasimar = definePart({
	slot: 'race',
	id: 'aasimar',
	family: 'humanoid',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.86, 0.06, 75],
				[0.76, 0.08, 65],
				[0.6, 0.085, 55],
				[0.92, 0.03, 85],
			],
			hairs: ['longWavy', 'longStraight', 'sweptBack', 'curls', 'sidePart', 'crop'],
			hairTones: [
				[0.94, 0.02, 95],
				[0.86, 0.12, 92],
				[0.8, 0.11, 80],
				[0.97, 0.01, 260],
			],
			eyes: ['glowing', 'almond', 'glowing'],
			irises: [
				[0.86, 0.14, 92],
				[0.85, 0.09, 215],
			],
			beards: ['none'],
			extra: (s) => {
				const gold = s.colors.ramp('metal', [0.86, 0.13, 92]);
				const feather = s.colors.ramp('cloth', [0.94, 0.02, 90]);
				for (const side of [1, -1])
					for (const [i, reach] of [0.22, 0.27, 0.3].entries()) {
						const x = 0.5 + side * (0.2 + i * 0.045);
						s.body.form(
							'back',
							[
								[x, 0.82, 0.3],
								[x + side * 0.02, 0.62],
								[x + side * reach * 0.5, 0.46 - i * 0.02],
								[x + side * reach * 0.62, 0.5 + i * 0.04, 0.2],
								[x + side * 0.14, 0.74],
								[x + side * 0.1, 0.86, 0.3],
							],
							feather,
							{ depth: 0.014 },
						);
					}
				// Divine madness has a halo or a nimbus of its own.
				if (s.figure.affliction === 'divine-madness') return;
				// Above a hat, or around its cone.
				const isHatted = s.hidden.has('crown');
				const y = isHatted ? 0.015 : 0.062;
				halo(s, { at: [0.5, y], rx: 0.18, ry: 0.05, turn: 0 }, gold, isHatted);
				s.head.glow('back', [0.5, y, 0.22], gold.light, { alpha: 0.5 });
			},
		}),
});
