import { drawAsSnout } from '../anatomy/outgrowth.ts';
import { drawWings } from '../anatomy/wings.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, strokes } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

export interface AvianPlan {
	readonly heads: readonly Lch[];
	readonly bodies: readonly Lch[];
	readonly beak: 'hooked' | 'straight';
	readonly beakTone: Lch;
	readonly irises: readonly Lch[];
	/** Wing tops rise behind both shoulders. */
	readonly wings: boolean;
	readonly eyeStripe: boolean;
}

function drawBeak(s: Studio, shape: AvianPlan['beak'], beak: Ramp): void {
	const pen = s.head;
	if (shape === 'hooked') {
		pen.form(
			'muzzle',
			points('0.475 0.565, 0.41 0.575, 0.36 0.585, 0.39 0.625, 0.45 0.63, 0.52 0.6'),
			{ ...beak, base: beak.shade, light: beak.base },
			{ depth: 0.01 },
		);
		const upper = pen.form(
			'muzzle',
			points(
				'0.485 0.435, 0.42 0.44, 0.35 0.47, 0.295 0.53, 0.285 0.61 0.15, 0.335 0.585, 0.4 0.578, 0.48 0.585, 0.545 0.575 0.3, 0.53 0.5',
			),
			beak,
			{ depth: 0.016, rim: false },
		);
		pen.pattern('muzzle', upper, [pen.disc(0.42, 0.49, 0.013, 0.008)], beak.ink);
		pen.line('muzzle', points('0.5 0.45, 0.488 0.51, 0.5 0.57'), beak.deep, 0.01, { clip: upper });
	} else {
		pen.form(
			'muzzle',
			points('0.5 0.545, 0.4 0.56, 0.25 0.6 0.15, 0.38 0.61, 0.5 0.6'),
			{ ...beak, base: beak.shade, light: beak.base },
			{ depth: 0.01 },
		);
		const upper = pen.form(
			'muzzle',
			points('0.5 0.445, 0.43 0.45, 0.34 0.5, 0.225 0.585 0.15, 0.36 0.572, 0.47 0.57, 0.545 0.565 0.3, 0.535 0.5'),
			beak,
			{ depth: 0.014 },
		);
		pen.pattern('muzzle', upper, [pen.disc(0.43, 0.495, 0.014, 0.007, 20)], beak.ink);
		pen.line('muzzle', points('0.3 0.54, 0.36 0.505, 0.42 0.475'), beak.spec, 0.01, { clip: upper });
	}
}

/** Birds: a beak that breaks the face outline, feather tufts, round eyes. */
export function drawAvian(s: Studio, plan: AvianPlan): Rig {
	const pen = s.head;
	const plume = s.colors.ramp('fur', s.choose('skin', plan.heads));
	const body = s.colors.ramp('fur', s.choose('body-feathers', plan.bodies));
	const beak = s.colors.ramp('bone', plan.beakTone);
	if (plan.wings) drawWings(s, body);
	const tufts: readonly Point[] = s.hidden.has('crown')
		? points('0.6 0.185, 0.66 0.25, 0.685 0.33')
		: plan.beak === 'hooked'
			? points('0.6 0.185, 0.7 0.14 0.15, 0.665 0.235, 0.76 0.24 0.15, 0.69 0.32')
			: points('0.57 0.165, 0.64 0.1 0.15, 0.635 0.19, 0.72 0.16 0.15, 0.675 0.255, 0.755 0.27 0.15, 0.69 0.34');
	const head = pen.form(
		'head',
		[
			[0.47, 0.165],
			[0.54, 0.16],
			...tufts,
			[0.7, 0.44],
			[0.745, 0.53, 0.2],
			[0.68, 0.55],
			[0.7, 0.63, 0.2],
			[0.6, 0.64],
			[0.5, 0.665],
			[0.41, 0.64],
			[0.36, 0.56],
			[0.335, 0.46],
			[0.335, 0.34],
			[0.375, 0.23],
		],
		plume,
		{ depth: 0.028, width: 1.1, rim: true },
	);
	if (plan.eyeStripe)
		pen.pattern(
			'markings',
			head,
			[pen.shape(points('0.33 0.4, 0.45 0.385, 0.58 0.37, 0.72 0.41 0.2, 0.66 0.455, 0.54 0.475, 0.33 0.47'))],
			body.deep,
		);
	strokes(
		s,
		head,
		[
			points('0.6 0.52, 0.62 0.55, 0.6 0.58'),
			points('0.65 0.5, 0.67 0.53, 0.65 0.56'),
			points('0.56 0.57, 0.575 0.6, 0.555 0.62'),
			points('0.5 0.2, 0.53 0.22, 0.56 0.22'),
			points('0.58 0.27, 0.62 0.28, 0.65 0.3'),
		],
		plume.deep,
		0.014,
	);
	drawBeastEyes(
		s,
		{
			near: [0.558, 0.415],
			far: [0.398, 0.413],
			width: 0.088,
			height: 0.076,
			shape: 'round',
			irises: plan.irises,
			sclera: [0.9, 0.07, 90],
			brow: plume.deep,
		},
		plume,
	);
	const { muzzle, at } = cutMuzzle(s, [0.5, 0.53]);
	drawAsSnout(s, 'beak', () => drawBeak(muzzle, plan.beak, beak));
	return beastRig(head, plume, {
		neckRamp: body,
		eyeNear: [0.558, 0.415],
		eyeFar: [0.398, 0.413],
		eyeHalf: 0.044,
		cheekNear: [0.63, 0.51],
		mouth: at([0.4, 0.58]),
		hat: { x: 0.505, y: 0.295, half: 0.176 },
	});
}
