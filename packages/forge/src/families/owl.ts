import type { Lch } from '../engine/color.ts';
import { layers } from '../engine/layers.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, strokes } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

const tufted = points(
	'0.48 0.19, 0.57 0.195, 0.66 0.16, 0.745 0.09 0.15, 0.725 0.25, 0.748 0.38, 0.735 0.52, 0.66 0.63, 0.53 0.675, 0.4 0.65, 0.31 0.57, 0.275 0.44, 0.295 0.3, 0.255 0.125 0.15, 0.36 0.185',
);

/** The same skull with its tufts pressed down by what is worn. */
const flattened = points(
	'0.48 0.19, 0.57 0.19, 0.65 0.22, 0.7 0.28, 0.742 0.38, 0.735 0.52, 0.66 0.63, 0.53 0.675, 0.4 0.65, 0.31 0.57, 0.275 0.44, 0.295 0.32, 0.33 0.25, 0.4 0.2',
);

/** Owls: two pale discs, ear tufts as corners of the skull, a small vertical beak. */
export function drawOwl(s: Studio, plan: { readonly feathers: readonly Lch[]; readonly discs: readonly Lch[] }): Rig {
	const pen = s.head;
	const feather = s.colors.ramp('fur', s.choose('skin', plan.feathers));
	const disc = s.colors.ramp('fur', s.choose('disc', plan.discs));
	const beak = s.colors.ramp('bone', [0.78, 0.13, 75]);
	const head = pen.form('head', s.hidden.has('crown') ? flattened : tufted, feather, {
		depth: 0.028,
		width: 1.1,
		rim: true,
	});
	pen.line('markings', points('0.72 0.12, 0.65 0.22, 0.55 0.31'), feather.deep, 0.04, { clip: head });
	pen.line('markings', points('0.28 0.15, 0.35 0.23, 0.43 0.31'), feather.deep, 0.034, { clip: head });
	pen.form('markings', points('0.47 0.34, 0.53 0.295, 0.63 0.305, 0.695 0.4, 0.67 0.52, 0.57 0.58, 0.48 0.55'), disc, {
		depth: 0.016,
		width: 0.6,
		contour: false,
	});
	pen.form('markings', points('0.455 0.34, 0.4 0.3, 0.335 0.32, 0.3 0.42, 0.325 0.52, 0.39 0.57, 0.45 0.545'), disc, {
		depth: 0.014,
		width: 0.6,
		contour: false,
	});
	drawBeastEyes(
		s,
		{
			near: [0.567, 0.425],
			far: [0.387, 0.423],
			width: 0.132,
			height: 0.112,
			shape: 'round',
			irises: [
				[0.8, 0.16, 75],
				[0.78, 0.17, 55],
				[0.8, 0.15, 100],
			],
			sclera: [0.88, 0.12, 85],
			brow: feather.ink,
		},
		disc,
	);
	// Too short to stand out of a helm.
	s.recorder.snoutKind = 'beak';
	const { marks } = s.recorder;
	cutMuzzle(s, [0.52, 0.5]).muzzle.head.form(
		'muzzle',
		points('0.455 0.44 0.6, 0.492 0.47, 0.483 0.54, 0.447 0.605 0.15, 0.42 0.54, 0.422 0.47'),
		beak,
		{
			depth: 0.01,
			width: 0.9,
			contour: false,
		},
	);
	// Without it nothing would be left of the face between a blindfold and the collar.
	if (s.hidden.has('eyes')) marks.push({ ...marks.pop()!, layer: layers.hairFront - 0.25 });
	strokes(
		s,
		head,
		[
			points('0.43 0.62, 0.445 0.636, 0.46 0.62'),
			points('0.49 0.632, 0.505 0.648, 0.52 0.632'),
			points('0.55 0.615, 0.565 0.63, 0.58 0.612'),
			points('0.46 0.22, 0.475 0.235, 0.49 0.22'),
			points('0.52 0.225, 0.535 0.24, 0.55 0.222'),
			points('0.49 0.255, 0.505 0.27, 0.52 0.252'),
		],
		feather.deep,
		0.012,
	);
	return beastRig(head, feather, {
		neckRamp: feather,
		eyeNear: [0.567, 0.425],
		eyeFar: [0.387, 0.423],
		eyeHalf: 0.066,
		brow: [0.465, 0.3],
		mouth: [0.45, 0.59],
		hat: { x: 0.502, y: 0.285, half: 0.2 },
	});
}
