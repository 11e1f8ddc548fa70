import { outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, strokes } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

function drawNostrilsAndMouth(s: Studio, face: Ramp): void {
	const pen = s.head;
	pen.line(
		'muzzle',
		[
			[0.432, 0.51],
			[0.445, 0.52],
		],
		face.ink,
		0.011,
		{ taper: 0.5 },
	);
	pen.line(
		'muzzle',
		[
			[0.465, 0.52],
			[0.48, 0.508],
		],
		face.ink,
		0.011,
		{ taper: 0.5 },
	);
	const smile = 0.016 * s.look.expression.mouth;
	pen.line(
		'mouth',
		[
			[0.385, 0.578 - smile],
			[0.46, 0.596],
			[0.55, 0.572 - smile],
		],
		face.ink,
		0.012,
		{ taper: 0.5 },
	);
	pen.line(
		'mouth',
		[
			[0.44, 0.614],
			[0.49, 0.614],
		],
		face.shade,
		0.012,
	);
}

/**
 * Half of the gliding skin: taut from the neck to where the raised arm holds its corner, and from there over the tip of a
 * second finger to the flank. Its corner stands well above the shoulder: less would be a spike beside an arm.
 */
const sail = points(
	'0.58 0.62 0, 0.7 0.655, 0.82 0.6, 0.925 0.455 0.1, 0.915 0.57, 0.972 0.655 0.1, 0.94 0.76, 0.95 0.86, 0.97 1.04, 0.9 1.2 0, 0.6 1.0 0',
);
/** What pulls at it: folds from its corners to where it is grown on. */
const sailFolds = [
	points('0.92 0.475, 0.83 0.635, 0.745 0.73'),
	points('0.92 0.485, 0.885 0.64, 0.82 0.77'),
	points('0.965 0.66, 0.915 0.72, 0.88 0.81'),
] as const;

function drawSail(s: Studio, fur: Ramp): void {
	const [L] = fur.from;
	const skin = s.colors.ramp('skin', [L + 0.04, 0.085, 32]);
	const flip = (loop: readonly Point[]): Point[] => loop.map(([x, y, smooth = 1]): Point => [1.01 - x, y, smooth]);
	for (const place of [(loop: readonly Point[]) => loop, flip]) {
		const half = s.body.form('back', place(sail), skin, { depth: 0.014 });
		for (const fold of sailFolds) s.body.line('back', place(fold), skin.deep, 0.012, { clip: half, taper: 0.8 });
	}
}

/** Sail-primates: a pale heart-shaped face, side ears and a gliding skin from neck to arms. */
export function drawPrimate(s: Studio, furs: readonly Lch[]): Rig {
	const pen = s.head;
	const fur = s.colors.ramp('fur', s.choose('skin', furs));
	const face = s.colors.ramp('skin', [0.78, 0.06, 55]);
	drawSail(s, fur);
	for (const [x, layer] of [
		[0.695, 'earNear'],
		[0.31, 'earFar'],
	] as const) {
		const side = x > 0.5 ? 1 : -1;
		if (s.hidden.has('ears')) continue;
		outgrow(s, { base: [x - side * 0.04, 0.45], tip: [x + side * 0.07, 0.45], half: 0.07 }, () => {
			pen.form(layer, ellipseOutline(x, 0.45, 0.07, 0.08), fur, { depth: 0.012, rim: layer === 'earNear' });
			pen.form(layer, ellipseOutline(x, 0.455, 0.042, 0.052), face, { depth: 0.01, width: 0.6, contour: false });
		});
	}
	const head = pen.form(
		'head',
		points(
			'0.5 0.165, 0.6 0.195, 0.67 0.29, 0.68 0.41, 0.665 0.53, 0.6 0.615, 0.52 0.655, 0.44 0.658, 0.37 0.615, 0.33 0.53, 0.325 0.41, 0.335 0.29, 0.4 0.195',
		),
		fur,
		{ depth: 0.028, width: 1.1, rim: true },
	);
	pen.form(
		'markings',
		points(
			'0.463 0.36 0.4, 0.53 0.315, 0.61 0.35, 0.635 0.43, 0.59 0.52, 0.575 0.59, 0.5 0.64, 0.43 0.642, 0.375 0.595, 0.365 0.52, 0.335 0.44, 0.35 0.36, 0.41 0.32',
		),
		face,
		{ depth: 0.016, width: 0.7, contour: false },
	);
	drawBeastEyes(
		s,
		{
			near: [0.548, 0.43],
			far: [0.405, 0.428],
			width: 0.088,
			height: 0.072,
			shape: 'round',
			irises: [
				[0.5, 0.1, 55],
				[0.64, 0.13, 80],
				[0.55, 0.1, 140],
			],
			brow: fur.deep,
		},
		face,
	);
	const { muzzle, at } = cutMuzzle(s, [0.5, 0.56]);
	drawNostrilsAndMouth(muzzle, face);
	strokes(s, head, [points('0.48 0.18, 0.49 0.24, 0.47 0.29'), points('0.54 0.19, 0.56 0.24, 0.555 0.28')], fur.deep);
	return beastRig(head, fur, { nose: at([0.455, 0.504]) });
}
