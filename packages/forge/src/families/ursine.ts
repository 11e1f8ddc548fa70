import { outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, strokes } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

/** A mane of thick locks that hides neck and shoulders, and the long torn ears that stand out of it. */
function drawManeAndEars(s: Studio, fur: Ramp, mane: Ramp, skin: Ramp): void {
	const pen = s.head;
	pen.form(
		'hairBack',
		points(
			'0.5 0.125 0.5, 0.555 0.16 0.9, 0.63 0.145 0.1, 0.655 0.225 0.9, 0.735 0.27 0.1, 0.715 0.36 0.9, 0.775 0.45 0.1, 0.735 0.52 0.9, 0.795 0.62 0.1, 0.735 0.65 0.9, 0.755 0.765 0.1, 0.66 0.74 0.9, 0.61 0.83 0.1, 0.53 0.77 0.9, 0.47 0.85 0.1, 0.42 0.765 0.9, 0.345 0.8 0.1, 0.33 0.72 0.9, 0.235 0.73 0.1, 0.275 0.63 0.9, 0.205 0.58 0.1, 0.265 0.5 0.9, 0.225 0.4 0.1, 0.29 0.35 0.9, 0.275 0.25 0.1, 0.345 0.24 0.9, 0.375 0.14 0.1, 0.435 0.165 0.4',
		),
		mane,
		{ depth: 0.024, rim: true },
	);
	outgrow(s, { base: [0.345, 0.385], tip: [0.14, 0.25], half: 0.06 }, () =>
		pen.form(
			'earFar',
			points('0.355 0.335, 0.3 0.275, 0.225 0.245, 0.14 0.25 0.1, 0.185 0.32, 0.24 0.385, 0.35 0.43'),
			skin,
			{ depth: 0.012, light: false },
		),
	);
	outgrow(s, { base: [0.66, 0.385], tip: [0.885, 0.225], half: 0.065 }, () => {
		const near = pen.form(
			'ears',
			points(
				'0.645 0.34, 0.695 0.28, 0.775 0.24, 0.885 0.225 0.1, 0.85 0.3, 0.815 0.335 0.3, 0.825 0.37 0.1, 0.77 0.405, 0.7 0.435, 0.65 0.43',
			),
			skin,
			{ depth: 0.014 },
		);
		pen.pattern(
			'ears',
			near,
			[pen.shape(points('0.665 0.4, 0.69 0.335, 0.76 0.29, 0.85 0.248 0.2, 0.79 0.325, 0.73 0.385'))],
			skin.deep,
			0.7,
		);
		strokes(
			s,
			near,
			[points('0.66 0.345, 0.71 0.36, 0.745 0.35'), points('0.655 0.42, 0.7 0.405, 0.735 0.375')],
			fur.base,
			0.03,
		);
	});
}

/** A flat nose of two slanted nostrils, and a jaw that pushes two tusks over the upper lip. */
function drawSnoutAndTusks(s: Studio, skin: Ramp): void {
	const pen = s.head;
	const nose = s.colors.ramp('skin', [skin.from[0] - 0.15, skin.from[1], skin.from[2] - 26]);
	pen.form(
		'muzzle',
		points(
			'0.437 0.472, 0.468 0.462, 0.502 0.475, 0.528 0.503, 0.556 0.532, 0.543 0.563, 0.505 0.564, 0.466 0.574, 0.42 0.564, 0.382 0.56, 0.372 0.53, 0.404 0.503',
		),
		nose,
		{ depth: 0.007, width: 0.85, contour: false },
	);
	// The rims of the nostrils are lit: without them the nose is a dark heart in heavy shadow.
	const nostril = (x: number, grow: number) => pen.disc(x, 0.537, 0.021 + grow, 0.015 + grow, x < 0.46 ? -22 : 22);
	pen.pattern('muzzle', null, [nostril(0.421, 0.006), nostril(0.508, 0.006)], nose.light);
	pen.pattern('muzzle', null, [nostril(0.422, 0), nostril(0.507, 0)], nose.ink);
	for (const fold of [points('0.44 0.45, 0.468 0.458, 0.498 0.45'), points('0.445 0.428, 0.466 0.435, 0.49 0.428')])
		pen.line('muzzle', fold, skin.deep, 0.009);
	const smile = 0.008 * s.look.expression.mouth;
	pen.line(
		'mouth',
		[
			[0.352, 0.612 - smile],
			[0.41, 0.604],
			[0.47, 0.596],
			[0.545, 0.602],
			[0.615, 0.6 - smile],
		],
		skin.ink,
		0.016,
		{
			taper: 0.4,
		},
	);
	pen.line('mouth', points('0.41 0.655, 0.475 0.667, 0.55 0.652'), skin.shade, 0.016, { taper: 0.9 });
	const ivory = s.colors.ramp('bone', [0.93, 0.045, 92]);
	for (const tooth of [
		points('0.378 0.618 0.3, 0.39 0.548 0.1, 0.42 0.616 0.3'),
		points('0.53 0.616 0.3, 0.572 0.54 0.1, 0.582 0.612 0.3'),
		points('0.442 0.6 0.3, 0.453 0.628 0.1, 0.464 0.599 0.3'),
		points('0.49 0.598 0.3, 0.502 0.626 0.1, 0.513 0.6 0.3'),
	])
		pen.form('mouth', tooth, ivory, { depth: 0.005, width: 0.7, contour: false });
}

/** One ridge of fur over both eyes; its dip between them carries the mood. */
function drawHeavyBrow(s: Studio, mane: Ramp): void {
	const { eyeLift: lift, expression } = s.look;
	const scowl = expression.browInner * 0.6;
	s.head.form(
		'brows',
		[
			[0.325, 0.365 + lift, 0.2],
			[0.4, 0.345 + lift],
			[0.458, 0.38 + lift + scowl],
			[0.53, 0.342 + lift],
			[0.66, 0.35 + lift, 0.2],
			[0.615, 0.392 + lift],
			[0.54, 0.4 + lift],
			[0.492, 0.425 + lift + scowl, 0.5],
			[0.46, 0.412 + lift + scowl, 0.5],
			[0.432, 0.425 + lift + scowl, 0.5],
			[0.39, 0.4 + lift],
			[0.352, 0.392 + lift],
		],
		mane,
		{ depth: 0.012, width: 0.8, contour: false },
	);
}

/** Shaggy goblin kin: a block of a head without a neck, a bare face under one heavy brow, long ears in a mane. */
export function drawUrsine(s: Studio, furs: readonly Lch[]): Rig {
	const pen = s.head;
	const tone = s.choose('skin', furs);
	const fur = s.colors.ramp('fur', tone);
	const mane = s.colors.ramp('fur', [tone[0] - 0.12, tone[1] * 0.9, tone[2] - 8]);
	const skin = s.colors.ramp('skin', [tone[0] + 0.17, tone[1] * 0.95, tone[2] + 24]);
	drawManeAndEars(s, fur, mane, skin);
	const head = pen.form(
		'head',
		points(
			'0.5 0.185, 0.56 0.2 0.6, 0.61 0.205 0.2, 0.64 0.26, 0.68 0.3 0.2, 0.678 0.38, 0.715 0.45 0.2, 0.688 0.5, 0.725 0.58 0.2, 0.683 0.6, 0.69 0.68 0.2, 0.6 0.7, 0.53 0.745 0.2, 0.48 0.71, 0.4 0.725 0.2, 0.365 0.665, 0.3 0.65 0.2, 0.318 0.58, 0.285 0.52 0.2, 0.325 0.45, 0.3 0.36 0.2, 0.34 0.31, 0.345 0.24 0.2, 0.4 0.225, 0.43 0.175 0.2',
		),
		fur,
		{ depth: 0.03, width: 1.1 },
	);
	pen.form(
		'markings',
		points(
			'0.462 0.385 0.4, 0.53 0.355, 0.615 0.37, 0.642 0.45, 0.63 0.525, 0.652 0.6, 0.6 0.662, 0.48 0.685, 0.385 0.658, 0.342 0.59, 0.358 0.51, 0.347 0.43, 0.38 0.37',
		),
		skin,
		{ depth: 0.022, width: 0.6, contour: false, clip: head },
	);
	strokes(
		s,
		head,
		[
			points('0.515 0.2, 0.5 0.24, 0.52 0.275'),
			points('0.6 0.24, 0.612 0.28, 0.6 0.315'),
			points('0.405 0.24, 0.385 0.27, 0.39 0.305'),
		],
		fur.shade,
		0.018,
	);
	const [lift, near, far] = [s.look.eyeLift, 0.547, 0.402];
	drawBeastEyes(
		s,
		{
			near: [near, 0.43 + lift],
			far: [far, 0.428 + lift],
			width: 0.09,
			height: 0.062,
			shape: 'sharp',
			irises: [
				[0.82, 0.16, 95],
				[0.76, 0.16, 60],
				[0.68, 0.19, 32],
			],
			sclera: [0.9, 0.07, 95],
		},
		skin,
	);
	drawHeavyBrow(s, mane);
	const { muzzle, at } = cutMuzzle(s, [0.53, 0.56]);
	drawSnoutAndTusks(muzzle, skin);
	return beastRig(head, fur, {
		neck: 'none',
		neckRamp: mane,
		shoulders: 1.16,
		eyeNear: [near, 0.43 + lift],
		eyeFar: [far, 0.428 + lift],
		eyeHalf: 0.045,
		cheekNear: [0.6, 0.55],
		mouth: at([0.47, 0.598]),
		nose: at([0.468, 0.478]),
		hat: { x: 0.502, y: 0.3, half: 0.185 },
	});
}
