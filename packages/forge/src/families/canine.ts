import { drawAsSnout, isHelmed, outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, strokes } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

/** The long muzzle with nose and teeth. */
function drawWedge(s: Studio, fur: Ramp, nose: Ramp): void {
	const pen = s.head;
	pen.form(
		'muzzle',
		points('0.42 0.6, 0.36 0.605, 0.315 0.595, 0.32 0.63, 0.38 0.675, 0.47 0.68, 0.56 0.64, 0.58 0.58'),
		{ ...fur, base: fur.shade, light: fur.base, shade: fur.deep },
		{ depth: 0.014 },
	);
	const muzzle = pen.form(
		'muzzle',
		points(
			'0.475 0.44, 0.43 0.455, 0.36 0.495, 0.29 0.515, 0.262 0.55, 0.285 0.595, 0.36 0.618, 0.46 0.62, 0.56 0.6, 0.6 0.545, 0.56 0.48',
		),
		{ ...fur, base: fur.light, light: fur.spec, shade: fur.base },
		{ depth: 0.018 },
	);
	pen.form('muzzle', points('0.262 0.52, 0.3 0.498, 0.34 0.512, 0.325 0.55, 0.285 0.562, 0.255 0.545'), nose, {
		depth: 0.008,
		width: 0.8,
	});
	pen.line('mouth', points('0.29 0.594, 0.37 0.612, 0.47 0.612, 0.575 0.575'), fur.ink, 0.013, { taper: 0.5 });
	for (const x of [0.33, 0.375, 0.47])
		pen.form(
			'mouth',
			[
				[x - 0.011, 0.606, 0.3],
				[x + 0.002, 0.64, 0.1],
				[x + 0.013, 0.607, 0.3],
			],
			s.colors.ramp('bone', [0.94, 0.03, 95]),
			{ depth: 0.004, width: 0.6, contour: false },
		);
	strokes(
		s,
		muzzle,
		[
			[
				[0.4, 0.56],
				[0.41, 0.565],
			],
			[
				[0.43, 0.555],
				[0.44, 0.56],
			],
			[
				[0.42, 0.58],
				[0.43, 0.585],
			],
		],
		fur.deep,
		0.012,
	);
}

/** Upright ears, the near one torn. */
function drawTornEars(s: Studio, fur: Ramp): void {
	if (isHelmed(s)) return;
	const pen = s.head;
	outgrow(s, { base: [0.405, 0.275], tip: [0.33, 0.05], half: 0.055 }, () =>
		pen.form('earFar', points('0.36 0.3, 0.33 0.18, 0.33 0.05 0.1, 0.42 0.14, 0.46 0.24'), fur, {
			depth: 0.014,
			rim: true,
		}),
	);
	outgrow(s, { base: [0.615, 0.285], tip: [0.66, 0], half: 0.075 }, () => {
		pen.form(
			'earFar',
			points(
				'0.54 0.26, 0.57 0.14, 0.66 0.0 0.1, 0.677 0.08 0.1, 0.65 0.112 0.1, 0.686 0.128 0.1, 0.698 0.2, 0.685 0.3',
			),
			fur,
			{ depth: 0.014, rim: true },
		);
		pen.form(
			'earFar',
			points('0.585 0.25, 0.61 0.14, 0.645 0.06 0.2, 0.655 0.26'),
			s.colors.ramp('skin', [0.5, 0.08, 15]),
			{ depth: 0.008, width: 0.5, contour: false },
		);
	});
}

/** Canines: a long wedge muzzle to the left, torn upright ears, a shaggy ruff. */
export function drawCanine(s: Studio, furs: readonly Lch[], irises: readonly Lch[]): Rig {
	const pen = s.head;
	const fur = s.colors.ramp('fur', s.choose('skin', furs));
	const nose = s.colors.ramp('skin', [0.34, 0.06, 260]);
	drawTornEars(s, fur);
	const head = pen.form(
		'head',
		points(
			'0.5 0.2, 0.6 0.22, 0.67 0.31, 0.69 0.41, 0.755 0.46 0.2, 0.7 0.5 0.4, 0.745 0.57 0.2, 0.67 0.59 0.4, 0.63 0.63, 0.56 0.65, 0.48 0.645, 0.38 0.61, 0.33 0.54, 0.325 0.45, 0.33 0.34, 0.39 0.235',
		),
		fur,
		{ depth: 0.028, width: 1.1, rim: true },
	);
	strokes(
		s,
		head,
		[
			points('0.48 0.22, 0.49 0.28, 0.475 0.34'),
			points('0.53 0.22, 0.54 0.28, 0.52 0.33'),
			points('0.72 0.48, 0.66 0.5, 0.63 0.52'),
			points('0.71 0.56, 0.65 0.57, 0.62 0.59'),
		],
		fur.deep,
	);
	drawBeastEyes(
		s,
		{
			near: [0.56, 0.4],
			far: [0.405, 0.4],
			width: 0.1,
			height: 0.066,
			shape: 'sharp',
			irises,
			sclera: [0.9, 0.08, 90],
			brow: fur.ink,
		},
		fur,
	);
	const { muzzle, at } = cutMuzzle(s, [0.52, 0.55]);
	drawAsSnout(s, 'muzzle', () => drawWedge(muzzle, fur, nose));
	return beastRig(head, fur, {
		eyeNear: [0.56, 0.4],
		eyeFar: [0.405, 0.4],
		cheekNear: [0.64, 0.5],
		mouth: at([0.4, 0.612]),
		hat: { x: 0.503, y: 0.305, half: 0.178 },
	});
}
