import { drawHorns, type HornShape } from '../anatomy/horns.ts';
import { drawAsSnout, isHooded, outgrow } from '../anatomy/outgrowth.ts';
import { strokeScale } from '../anatomy/stroke.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Shape } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

/** A ring out of one nostril into the other: both are painted over its ends. */
function drawNoseRing(s: Studio): void {
	s.head.form(
		'muzzle',
		points(
			'0.424 0.545 0.3, 0.415 0.585, 0.432 0.622, 0.467 0.637, 0.503 0.622, 0.52 0.585, 0.511 0.545 0.3, 0.496 0.545 0.3, 0.504 0.583, 0.492 0.61, 0.467 0.62, 0.443 0.61, 0.431 0.583, 0.439 0.545 0.3',
		),
		s.colors.ramp('metal', [0.8, 0.12, 88]),
		{ depth: 0.004, width: 0.6, contour: false },
	);
}

/** The pale muzzle with its nostrils, mouth and now and then a ring. */
function drawNostrilPlate(s: Studio, pale: Ramp): void {
	const pen = s.head;
	const muzzle = pen.form(
		'muzzle',
		points('0.36 0.55, 0.4 0.5, 0.47 0.485, 0.55 0.5, 0.595 0.56, 0.57 0.64, 0.48 0.685, 0.39 0.665, 0.345 0.61'),
		pale,
		{ depth: 0.02 },
	);
	if (s.stream('nose-ring').chance(0.5)) drawNoseRing(s);
	for (const [x, turn] of [
		[0.41, 0.012],
		[0.525, -0.012],
	] as const)
		pen.pattern(
			'muzzle',
			muzzle,
			[
				pen.shape([
					[x - 0.026, 0.55 + turn],
					[x, 0.53],
					[x + 0.026, 0.55 - turn],
					[x, 0.572],
				]),
			],
			pale.ink,
		);
	const smile = 0.008 * s.look.expression.mouth;
	pen.line(
		'mouth',
		[
			[0.39, 0.63 - smile],
			[0.465, 0.645],
			[0.55, 0.622 - smile],
		],
		pale.ink,
		0.011,
		{ taper: 0.5 },
	);
}

/** The forelock's outline above the forehead: as it stands up, and pressed flat beneath a hood. */
const forelockCrest =
	'0.405 0.24 0.3, 0.4 0.19, 0.36 0.15 0.1, 0.425 0.15 0.4, 0.435 0.1 0.1, 0.49 0.125 0.4, 0.53 0.09 0.1, 0.55 0.125 0.4, 0.6 0.12 0.1, 0.595 0.16 0.4, 0.635 0.185 0.1, 0.605 0.205, 0.59 0.26 0.2, 0.55 0.24 0.4';
const flatForelock = '0.4 0.23 0.4, 0.44 0.15, 0.53 0.13, 0.6 0.18, 0.59 0.26 0.2, 0.55 0.24 0.4';

/** Between the tips of the forelock: without them its dome would be a cap. */
const forelockStrands = [
	points('0.435 0.155, 0.465 0.18, 0.475 0.23'),
	points('0.495 0.13, 0.52 0.165, 0.52 0.22'),
	points('0.575 0.15, 0.58 0.18, 0.56 0.215'),
] as const;

/** A tousled lock between the horns and over the forehead; under a hat only its tips would show, and under a band it ends above it. */
function drawForelock(s: Studio, head: Shape, fur: Ramp): void {
	const isUnderHood = s.hidden.has('crown');
	if (isUnderHood && !isHooded(s)) return;
	const pen = s.head;
	const tips = s.hidden.has('brow-band')
		? '0.53 0.29 0.1, 0.5 0.25 0.4, 0.47 0.3 0.1, 0.45 0.25 0.4, 0.415 0.285 0.1'
		: '0.53 0.33 0.1, 0.5 0.25 0.4, 0.47 0.36 0.1, 0.45 0.26 0.4, 0.41 0.31 0.1';
	const forelock = pen.form(
		'hairFront',
		points(`${isUnderHood ? flatForelock : forelockCrest}, ${tips}`),
		{ ...fur, base: fur.deep, light: fur.shade, shade: fur.ink },
		{ depth: 0.012 },
	);
	for (const strand of forelockStrands)
		pen.line('hairFront', strand, fur.ink, 0.009 * strokeScale(s), { clip: forelock, taper: 0.9 });
	pen.cast('faceCover', head, forelock, fur.deep, [0.006, 0.016]);
}

/** Bovines: lyre horns over horizontal ears, a broad forehead and a big nostril plate. */
export function drawBovine(s: Studio, furs: readonly Lch[], horns: readonly HornShape[]): Rig {
	const pen = s.head;
	const fur = s.colors.ramp('fur', s.choose('skin', furs));
	const pale = s.colors.ramp('skin', [Math.min(0.84, fur.from[0] + 0.22), 0.05, 45]);
	drawHorns(s, s.stream('horns').pick(horns), s.colors.ramp('bone', [0.82, 0.04, 85]), fur);
	outgrow(s, { base: [0.35, 0.385], tip: [0.19, 0.41], half: 0.045 }, () =>
		pen.form('earFar', points('0.36 0.35, 0.28 0.35, 0.19 0.41 0.2, 0.27 0.44, 0.35 0.42'), fur, { depth: 0.012 }),
	);
	outgrow(s, { base: [0.655, 0.385], tip: [0.83, 0.42], half: 0.05 }, () => {
		pen.form('earNear', points('0.645 0.34, 0.73 0.345, 0.83 0.42 0.2, 0.74 0.455, 0.655 0.425'), fur, {
			depth: 0.014,
			rim: true,
		});
		pen.form('earNear', points('0.68 0.37, 0.73 0.372, 0.79 0.415 0.2, 0.73 0.425'), pale, {
			depth: 0.008,
			width: 0.5,
			contour: false,
		});
	});
	const head = pen.form(
		'head',
		points(
			'0.5 0.18, 0.61 0.2, 0.68 0.28, 0.67 0.4, 0.635 0.5, 0.6 0.6, 0.53 0.66, 0.44 0.665, 0.37 0.62, 0.345 0.53, 0.33 0.42, 0.32 0.3, 0.39 0.205',
		),
		fur,
		{ depth: 0.03, width: 1.1, rim: true },
	);
	drawForelock(s, head, fur);
	drawBeastEyes(
		s,
		{
			near: [0.57, 0.415],
			far: [0.393, 0.413],
			width: 0.092,
			height: 0.062,
			shape: 'almond',
			irises: [
				[0.5, 0.1, 50],
				[0.66, 0.15, 65],
				[0.6, 0.17, 30],
			],
			brow: fur.ink,
		},
		fur,
	);
	const { muzzle, at } = cutMuzzle(s, [0.57, 0.55]);
	drawAsSnout(s, 'muzzle', () => drawNostrilPlate(muzzle, pale));
	return beastRig(head, fur, {
		neck: 'thick',
		shoulders: 1.14,
		eyeNear: [0.57, 0.415],
		eyeFar: [0.393, 0.413],
		cheekNear: [0.62, 0.5],
		hat: { x: 0.5, y: 0.3, half: 0.182 },
		mouth: at([0.47, 0.64]),
	});
}
