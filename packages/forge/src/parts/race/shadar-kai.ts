import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** Three raven feathers tied behind the near ear; a hat hides what they are tied to. */
function drawRavenFeathers(s: Studio): void {
	if (s.hidden.has('hair') || s.hidden.has('front-hair')) return;
	const feather = s.colors.ramp('fur', [0.3, 0.05, 285]);
	for (const [vane, quill] of [
		[
			points('0.64 0.3 0.2, 0.66 0.17, 0.735 0.05, 0.8 0.0 0.1, 0.795 0.1, 0.745 0.21, 0.69 0.3 0.2'),
			points('0.66 0.29, 0.72 0.16, 0.79 0.02'),
		],
		[
			points('0.65 0.32 0.2, 0.72 0.22, 0.82 0.15, 0.91 0.13 0.1, 0.86 0.21, 0.78 0.29, 0.69 0.34 0.2'),
			points('0.67 0.325, 0.77 0.23, 0.895 0.14'),
		],
		[
			points('0.655 0.35 0.2, 0.74 0.31, 0.83 0.3, 0.91 0.33 0.1, 0.835 0.365, 0.75 0.385, 0.68 0.38 0.2'),
			points('0.67 0.36, 0.78 0.335, 0.9 0.33'),
		],
	] as const) {
		const drawn = s.head.form('hairBack', vane, feather, { depth: 0.01, rim: true });
		s.head.line('hairBack', quill, feather.light, 0.008, { clip: drawn });
	}
}

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
				drawRavenFeathers(s);
			},
		}),
});
