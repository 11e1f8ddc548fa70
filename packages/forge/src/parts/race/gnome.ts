import { findOn } from '../../anatomy/fangs.ts';
import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Point } from '../../engine/shape.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid, type HumanoidParts } from '../../families/humanoid.ts';

/** Between the cheek guards of a closed helm there is room for a small one that leaves the mouth free. */
const trimmed = [
	points(
		'0.453 0.546 0.4, 0.49 0.541, 0.527 0.558, 0.552 0.557, 0.572 0.528 0.05, 0.572 0.566, 0.545 0.584, 0.5 0.576, 0.453 0.566 0.4',
	),
	points(
		'0.453 0.546 0.4, 0.422 0.541, 0.396 0.557, 0.38 0.555, 0.37 0.53 0.05, 0.367 0.564, 0.388 0.582, 0.42 0.575, 0.453 0.566 0.4',
	),
];

const curled = [
	points(
		'0.455 0.553 0.4, 0.51 0.55, 0.57 0.579, 0.628 0.584, 0.672 0.562, 0.694 0.52 0.05, 0.7 0.578, 0.655 0.618, 0.59 0.617, 0.522 0.594, 0.452 0.582 0.4',
	),
	points(
		'0.45 0.553 0.4, 0.412 0.55, 0.372 0.577, 0.336 0.58, 0.308 0.56, 0.295 0.522 0.05, 0.289 0.574, 0.318 0.608, 0.358 0.608, 0.396 0.593, 0.454 0.582 0.4',
	),
];

const hanging = [
	points(
		'0.455 0.553 0.4, 0.52 0.55, 0.6 0.6, 0.65 0.69, 0.655 0.8 0.1, 0.605 0.73, 0.566 0.65, 0.522 0.597, 0.452 0.582 0.4',
	),
	points(
		'0.45 0.553 0.4, 0.4 0.55, 0.335 0.6, 0.3 0.685, 0.3 0.79 0.1, 0.336 0.725, 0.362 0.65, 0.396 0.596, 0.454 0.582 0.4',
	),
];

/** A moustache a little wider than the face, its ends curled up into points or hanging; not on soft faces, nor under a cloth it would stand out of. */
function drawGreatMoustache(s: Studio, { hair, lips }: HumanoidParts): void {
	if (s.look.bearing === 'soft' || s.hidden.has('mouth')) return;
	const isTrimmed = s.hidden.has('headgear');
	const loops = isTrimmed ? trimmed : s.stream('moustache').chance(0.6) ? curled : hanging;
	// Out from under the nose: the mouth shows below it.
	const down = isTrimmed ? 0 : findOn(lips.upper, 0.5)[1] - 0.608;
	for (const loop of loops)
		s.head.form(
			'moustache',
			loop.map(([x, y, smooth]): Point => [x, y + down, smooth ?? 1]),
			hair,
			{ depth: isTrimmed ? 0.008 : 0.014, rim: loop === loops[0] },
		);
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
