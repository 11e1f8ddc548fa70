import { isHelmed, outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, muzzleMouth } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

function drawTallEars(s: Studio, fur: Ramp, pink: Ramp): void {
	if (isHelmed(s)) return;
	const pen = s.head;
	const bent = s.stream('bent-ear').chance(0.5);
	const near: readonly Point[] = bent
		? points(
				'0.55 0.25, 0.55 0.1, 0.6 -0.03, 0.68 -0.09, 0.79 -0.02, 0.83 0.12 0.3, 0.75 0.09, 0.69 0.06, 0.655 0.14, 0.645 0.26',
			)
		: points('0.55 0.25, 0.55 0.08, 0.58 -0.08, 0.63 -0.16 0.4, 0.675 -0.06, 0.675 0.1, 0.645 0.26');
	const far: readonly Point[] = points(
		'0.365 0.28, 0.335 0.1, 0.34 -0.06, 0.375 -0.14 0.4, 0.425 -0.04, 0.45 0.12, 0.46 0.25',
	);
	outgrow(s, { base: [0.412, 0.27], tip: [0.378, -0.14], half: 0.05 }, () => {
		pen.form('earFar', far, fur, { depth: 0.014 });
		pen.form(
			'earFar',
			points('0.385 0.24, 0.365 0.1, 0.365 -0.03, 0.38 -0.09 0.4, 0.405 0.0, 0.42 0.12, 0.43 0.23'),
			pink,
			{ depth: 0.01, width: 0.5, contour: false },
		);
	});
	outgrow(s, { base: [0.598, 0.26], tip: bent ? [0.6, -0.03] : [0.63, -0.16], half: 0.05 }, () => {
		pen.form('earFar', near, fur, { depth: 0.014, rim: true });
		if (!bent)
			pen.form(
				'earFar',
				points('0.58 0.23, 0.578 0.08, 0.6 -0.05, 0.63 -0.11 0.4, 0.65 -0.03, 0.648 0.1, 0.628 0.23'),
				pink,
				{ depth: 0.01, width: 0.5, contour: false },
			);
	});
}

/** Nose, buck teeth, mouth and whiskers. */
function drawSplitLip(s: Studio, fur: Ramp, pale: Ramp, pink: Ramp): void {
	const pen = s.head;
	pen.form(
		'muzzle',
		points('0.38 0.545, 0.41 0.51, 0.455 0.5, 0.5 0.512, 0.525 0.55, 0.5 0.592, 0.455 0.605, 0.405 0.592'),
		pale,
		{ depth: 0.012, width: 0, contour: false },
	);
	pen.form('muzzle', points('0.43 0.502 0.5, 0.454 0.495, 0.478 0.503 0.5, 0.454 0.526 0.4'), pink, {
		depth: 0.005,
		width: 0.8,
		contour: false,
	});
	pen.form(
		'mouth',
		points('0.432 0.578 0.2, 0.455 0.574 0.4, 0.478 0.577 0.2, 0.474 0.617 0.3, 0.456 0.62 0.3, 0.436 0.617 0.3'),
		s.colors.ramp('bone', [0.96, 0.02, 95]),
		{ depth: 0.004, width: 0.7, contour: false },
	);
	pen.line(
		'mouth',
		[
			[0.455, 0.58],
			[0.455, 0.618],
		],
		fur.ink,
		0.006,
		{ taper: 0.1 },
	);
	muzzleMouth(s, [0.455, 0.56], 0.045, s.colors.tone([0.28, 0.05, 340]));
	if (s.fine)
		for (const [x0, y0, x1, y1] of [
			[0.525, 0.55, 0.69, 0.53],
			[0.522, 0.57, 0.69, 0.585],
			[0.38, 0.56, 0.26, 0.545],
			[0.385, 0.575, 0.265, 0.6],
		] as const)
			pen.line(
				'mouth',
				[
					[x0, y0],
					[(x0 + x1) / 2, (y0 + y1) / 2 - 0.01],
					[x1, y1],
				],
				fur.ink,
				0.005,
				{ taper: 0.9, alpha: 0.7 },
			);
}

/** Hares: two tall ears of which one may bend, a split lip and buck teeth. */
export function drawLeporine(s: Studio, furs: readonly Lch[]): Rig {
	const pen = s.head;
	const fur = s.colors.ramp('fur', s.choose('skin', furs));
	const pale = s.colors.ramp('fur', [0.94, 0.02, 85]);
	const pink = s.colors.ramp('skin', [0.72, 0.09, 15]);
	drawTallEars(s, fur, pink);
	const head = pen.form(
		'head',
		points(
			'0.49 0.2, 0.59 0.225, 0.66 0.31, 0.69 0.42, 0.73 0.51 0.3, 0.7 0.56, 0.63 0.615, 0.54 0.65, 0.45 0.655, 0.38 0.62, 0.32 0.57, 0.295 0.52 0.3, 0.325 0.43, 0.335 0.32, 0.4 0.225',
		),
		fur,
		{ depth: 0.026, width: 1.1, rim: true },
	);
	pen.pattern(
		'markings',
		head,
		[pen.shape(points('0.31 0.53, 0.4 0.5, 0.52 0.5, 0.62 0.53, 0.7 0.55, 0.6 0.7, 0.38 0.7'))],
		pale.base,
		0.8,
	);
	drawBeastEyes(
		s,
		{
			near: [0.575, 0.425],
			far: [0.385, 0.423],
			width: 0.108,
			height: 0.088,
			shape: 'round',
			irises: [
				[0.42, 0.08, 45],
				[0.55, 0.11, 60],
				[0.5, 0.1, 235],
				[0.55, 0.16, 20],
			],
			brow: fur.deep,
		},
		fur,
	);
	const { muzzle, at } = cutMuzzle(s, [0.5, 0.55]);
	drawSplitLip(muzzle, fur, pale, pink);
	return beastRig(head, fur, {
		shoulders: 0.92,
		eyeNear: [0.575, 0.425],
		eyeFar: [0.385, 0.423],
		nose: at([0.454, 0.496]),
		hat: { x: 0.5, y: 0.305, half: 0.178 },
	});
}
