import { definePart } from '../../engine/part.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

export const shadarKai = definePart({
	slot: 'race',
	id: 'shadar-kai',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.72, 0.012, 280],
				[0.64, 0.015, 270],
				[0.78, 0.01, 290],
			],
			hairs: ['undercut', 'longStraight', 'mohawk', 'sweptBack', 'sideBraid'],
			hairTones: [
				[0.2, 0.015, 285],
				[0.95, 0.008, 270],
			],
			ears: { kind: 'pointed', length: 0.1, rise: 0.07, breadth: 1 },
			jaw: 0.88,
			eyes: ['narrow', 'tired', 'sharp'],
			irises: [
				[0.78, 0.02, 280],
				[0.6, 0.14, 310],
				[0.3, 0.03, 280],
			],
			brows: ['thin', 'wedge'],
			beards: ['none'],
			blush: false,
			extra: (s, { head, skin }) => {
				for (const [x, y, r2] of [
					[0.547, 0.44, 0.075],
					[0.4, 0.44, 0.062],
				] as const)
					s.head.glow('markings', [x, y, r2], skin.ink, { alpha: 0.75, blend: 'cover', clip: head });
			},
		}),
});
