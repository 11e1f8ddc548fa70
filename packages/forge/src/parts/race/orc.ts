import { drawTusk } from '../../anatomy/mouth.ts';
import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const orc = definePart({
	slot: 'race',
	id: 'orc',
	family: 'tusked',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.6, 0.09, 140],
				[0.56, 0.1, 150],
				[0.58, 0.03, 150],
				[0.64, 0.1, 130],
			],
			hairs: ['mohawk', 'topknot', 'mohawk', 'bald', 'undercut', 'locs'],
			hairTones: [
				[0.24, 0.02, 290],
				[0.2, 0.01, 280],
				[0.3, 0.05, 40],
				[0.5, 0.15, 35],
			],
			ears: { kind: 'pointed', length: 0.055, rise: 0.01, breadth: 1.05, notches: true },
			jaw: 1.2,
			shoulders: 1.14,
			neck: 'thick',
			eyes: ['narrow', 'sharp', 'hooded'],
			eyeSize: 0.92,
			irises: [
				[0.72, 0.15, 75],
				[0.6, 0.19, 28],
				[0.72, 0.14, 100],
			],
			brows: ['wedge', 'thick', 'ridge'],
			noses: ['broad', 'flat'],
			mouths: ['line', 'smirk', 'line'],
			beards: ['none', 'none', 'goatee'],
			heavyBrow: true,
			blush: false,
			extra: (s, { skin, head }) => {
				for (const [x, y, size] of [
					[0.404, 0.61, 0.078],
					[0.515, 0.606, 0.088],
				] as const)
					drawTusk(s, [x, y + s.look.mouthLift], { length: size, lean: x < 0.45 ? -0.008 : 0.008, skin, head });
				if (!s.stream('war-stripes').chance(0.5)) return;
				const paint = s.colors.tone([0.42, 0.13, 25], 0.85);
				for (const y of [0.5, 0.525])
					s.head.line(
						'markings',
						[
							[0.575, y],
							[0.62, y - 0.008],
							[0.67, y - 0.01],
						],
						paint,
						0.014,
						{ clip: head },
					);
				s.head.line(
					'markings',
					[
						[0.45, 0.4],
						[0.452, 0.43],
					],
					skin.deep,
					0.008,
					{ clip: head },
				);
			},
		}),
});
