import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid, type HumanoidParts } from '../../families/humanoid.ts';

/** A moustache wider than the face, its ends curled up; not on soft faces, nor under a cloth it would stand out of. */
function drawGreatMoustache(s: Studio, { hair }: HumanoidParts): void {
	if (s.look.bearing === 'soft' || s.hidden.has('mouth')) return;
	const loops = s.stream('moustache').chance(0.6)
		? ([
				points(
					'0.455 0.553 0.4, 0.51 0.548, 0.585 0.575, 0.65 0.565, 0.695 0.515, 0.69 0.47 0.5, 0.74 0.475 0.4, 0.752 0.545, 0.7 0.62, 0.6 0.65, 0.5 0.625, 0.452 0.59 0.4',
				),
				points(
					'0.45 0.553 0.4, 0.41 0.55, 0.36 0.575, 0.31 0.568, 0.272 0.52, 0.278 0.478 0.5, 0.232 0.485 0.4, 0.225 0.55, 0.27 0.618, 0.345 0.642, 0.41 0.62, 0.454 0.59 0.4',
				),
			] as const)
		: ([
				points('0.455 0.553 0.4, 0.52 0.55, 0.6 0.6, 0.65 0.69, 0.655 0.8 0.1, 0.585 0.73, 0.53 0.66, 0.452 0.595 0.4'),
				points('0.45 0.553 0.4, 0.4 0.55, 0.335 0.6, 0.3 0.685, 0.3 0.79 0.1, 0.36 0.725, 0.4 0.66, 0.454 0.595 0.4'),
			] as const);
	for (const loop of loops) s.head.form('beard', loop, hair, { depth: 0.014, rim: loop === loops[0] });
}

export const gnome = definePart({
	slot: 'race',
	id: 'gnome',
	family: 'fey',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.8, 0.09, 50],
				[0.74, 0.09, 48],
				[0.62, 0.09, 46],
			],
			hairs: ['tuft', 'foldedTuft', 'tuft'],
			hairTones: [
				[0.8, 0.1, 350],
				[0.82, 0.09, 200],
				[0.86, 0.1, 100],
				[0.76, 0.12, 310],
				[0.94, 0.01, 260],
			],
			ears: { kind: 'pointed', length: 0.05, rise: -0.035, breadth: 1.2 },
			headScale: 1.1,
			shoulders: 0.82,
			jaw: 0.98,
			eyes: ['wide', 'round'],
			eyeSize: 1.16,
			noses: ['bulb'],
			brows: ['thick', 'soft'],
			mouths: ['grin', 'open', 'smirk'],
			noseScale: 1.25,
			beards: ['none'],
			extra: drawGreatMoustache,
		}),
});
