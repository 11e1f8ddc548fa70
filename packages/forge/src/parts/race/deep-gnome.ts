import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const deepGnome = definePart({
	slot: 'race',
	id: 'deep-gnome',
	family: 'fey',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.58, 0.02, 60],
				[0.52, 0.018, 280],
				[0.62, 0.02, 90],
			],
			hairs: ['bald'],
			hairTones: [[0.86, 0.01, 270]],
			ears: { kind: 'pointed', length: 0.03, rise: 0.01, breadth: 1.2 },
			headScale: 1.08,
			shoulders: 0.84,
			eyes: ['wide'],
			eyeSize: 1.34,
			irises: [
				[0.5, 0.02, 270],
				[0.72, 0.11, 85],
			],
			noses: ['hook'],
			brows: ['thin'],
			beards: ['none', 'none', 'goatee'],
			blush: false,
			extra: (s) => {
				for (const [x, y] of [
					[0.43, 0.31],
					[0.465, 0.285],
					[0.5, 0.31],
				] as const)
					s.head.form('markings', s.head.disc(x, y, 0.012), s.colors.ramp('gem', [0.66, 0.16, 190]), {
						depth: 0.004,
						width: 0.7,
						contour: false,
					});
			},
		}),
});
