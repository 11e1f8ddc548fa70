import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const gith = definePart({
	slot: 'race',
	id: 'gith',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.78, 0.07, 105],
				[0.74, 0.08, 98],
			],
			hairs: ['topknot', 'highTail', 'twinBraids'],
			hairTones: [
				[0.34, 0.05, 50],
				[0.7, 0.03, 90],
			],
			ears: { kind: 'pointed', length: 0.065, rise: -0.005, breadth: 1 },
			jaw: 0.86,
			eyes: ['narrow', 'almond'],
			irises: [
				[0.75, 0.1, 95],
				[0.7, 0.09, 170],
			],
			noses: ['flat', 'long'],
			beards: ['none'],
			blush: false,
			extra: (s, { skin, head }) => {
				for (const [x, y, r2] of [
					[0.547, 0.44, 0.075],
					[0.4, 0.44, 0.06],
				] as const)
					s.head.glow('markings', [x, y, r2], skin.spec, { alpha: 0.8, blend: 'cover', clip: head });
			},
		}),
});
