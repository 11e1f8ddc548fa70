import { definePart } from '../../engine/part.ts';
import { points } from '../../engine/points.ts';
import type { Studio } from '../../engine/studio.ts';
import { drawHumanoid } from '../../families/humanoid.ts';

/** A ribbed scallop that holds two fronds of kelp in the hair. */
function drawShellClasp(s: Studio): void {
	// Where antlers and a wreath are worn, the fronds would hide an antler's root and seem to grow out of the leaves.
	if (s.hidden.has('hair') || s.hidden.has('front-hair') || s.hidden.has('crest')) return;
	const kelp = s.colors.ramp('cloth', [0.42, 0.1, 130]);
	const shell = s.colors.ramp('bone', [0.86, 0.07, 35]);
	for (const frond of [
		points('0.6 0.24 0.2, 0.63 0.12, 0.7 0.05, 0.78 0.04 0.1, 0.735 0.11, 0.69 0.17, 0.655 0.26'),
		points('0.58 0.24 0.2, 0.55 0.13, 0.56 0.04, 0.61 -0.03 0.1, 0.61 0.06, 0.62 0.14, 0.625 0.24'),
	] as const)
		s.head.form('hairFront', frond, kelp, { depth: 0.008, width: 0.9 });
	const clasp = s.head.form(
		'hairFront',
		points('0.605 0.315 0.3, 0.548 0.26 0.6, 0.565 0.205, 0.615 0.18, 0.665 0.205, 0.682 0.262 0.6, 0.63 0.315 0.3'),
		shell,
		{ depth: 0.01, width: 0.9 },
	);
	for (const rib of [
		points('0.615 0.31, 0.59 0.26, 0.575 0.215'),
		points('0.617 0.31, 0.616 0.25, 0.615 0.19'),
		points('0.62 0.31, 0.642 0.26, 0.658 0.215'),
	] as const)
		s.head.line('hairFront', rib, shell.deep, 0.009, { clip: clasp });
}

export const seaElf = definePart({
	slot: 'race',
	id: 'sea-elf',
	family: 'pointed-ear',
	draw: (studio) =>
		drawHumanoid(studio, {
			skins: [
				[0.88, 0.05, 185],
				[0.84, 0.06, 200],
				[0.87, 0.06, 165],
			],
			hairs: ['longWavy', 'wildMane', 'longWavy', 'sideBraid'],
			hairTones: [
				[0.46, 0.11, 150],
				[0.56, 0.13, 135],
				[0.4, 0.09, 165],
				[0.62, 0.13, 120],
			],
			ears: { kind: 'webbed', web: [0.8, 0.11, 175] },
			jaw: 0.9,
			eyes: ['upturned', 'almond', 'round'],
			irises: [
				[0.74, 0.13, 190],
				[0.8, 0.12, 95],
			],
			beards: ['none'],
			blush: false,
			extra: drawShellClasp,
		}),
});
