import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import { ellipseOutline, type Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, muzzleMouth, strokes } from './beast.ts';

function drawBearMuzzle(s: Studio, pale: Ramp): void {
	const pen = s.head;
	pen.form(
		'muzzle',
		points('0.385 0.56, 0.41 0.505, 0.46 0.48, 0.52 0.495, 0.56 0.55, 0.55 0.62, 0.48 0.655, 0.41 0.64, 0.375 0.6'),
		pale,
		{ depth: 0.018, contour: false, width: 0.8 },
	);
	pen.form(
		'muzzle',
		points('0.405 0.505, 0.45 0.488, 0.51 0.505 0.6, 0.5 0.54, 0.455 0.555, 0.408 0.535'),
		s.colors.ramp('skin', [0.3, 0.03, 300]),
		{ depth: 0.01, width: 0.8, contour: false },
	);
	muzzleMouth(s, [0.455, 0.6], 0.055, s.colors.tone([0.22, 0.04, 320]));
	for (const x of [0.425, 0.5])
		pen.form(
			'mouth',
			[
				[x - 0.014, 0.622, 0.3],
				[x, 0.58, 0.1],
				[x + 0.014, 0.622, 0.3],
			],
			s.colors.ramp('bone', [0.93, 0.03, 95]),
			{ depth: 0.004, width: 0.6, contour: false },
		);
}

/** Bears and their goblin cousins: low round ears, small eyes, a broad flat nose, shaggy everywhere. */
export function drawUrsine(s: Studio, furs: readonly Lch[]): Rig {
	const pen = s.head;
	const fur = s.colors.ramp('fur', s.choose('skin', furs));
	const pale = s.colors.ramp('fur', [Math.min(0.82, fur.from[0] + 0.2), fur.from[1] * 0.7, fur.from[2]]);
	for (const [x, layer] of [
		[0.69, 'ears'],
		[0.315, 'earFar'],
	] as const) {
		pen.form(layer, ellipseOutline(x, 0.3, 0.062, 0.064), fur, { depth: 0.014, rim: layer === 'ears' });
		pen.form(layer, ellipseOutline(x, 0.305, 0.032, 0.034), s.colors.ramp('skin', [0.5, 0.07, 25]), {
			depth: 0.008,
			width: 0.5,
			contour: false,
		});
	}
	const lobes: Point[] = [];
	const outline: readonly Point[] = points(
		'0.5 0.17, 0.59 0.19, 0.66 0.26, 0.69 0.36, 0.71 0.46, 0.73 0.56, 0.7 0.66, 0.62 0.72, 0.5 0.74, 0.38 0.71, 0.31 0.64, 0.29 0.54, 0.31 0.44, 0.32 0.34, 0.35 0.25, 0.42 0.19',
	);
	outline.forEach(([x, y], i) => {
		const [nx, ny] = outline[(i + 1) % outline.length]!;
		lobes.push([x, y, 0.5]);
		const [mx, my] = [(x + nx) / 2 - 0.5, (y + ny) / 2 - 0.45];
		lobes.push([0.5 + mx * 1.09, 0.45 + my * 1.09 + 0.006, 0.15]);
	});
	const head = pen.form('head', lobes, fur, { depth: 0.03, width: 1.1, rim: true });
	strokes(
		s,
		head,
		[
			points('0.48 0.19, 0.47 0.24, 0.48 0.29'),
			points('0.54 0.2, 0.55 0.25, 0.54 0.3'),
			points('0.68 0.42, 0.65 0.46, 0.64 0.51'),
			points('0.69 0.52, 0.66 0.56, 0.64 0.61'),
			points('0.33 0.46, 0.345 0.5, 0.35 0.55'),
			points('0.55 0.65, 0.54 0.69, 0.52 0.72'),
		],
		fur.deep,
	);
	drawBeastEyes(
		s,
		{
			near: [0.555, 0.425],
			far: [0.4, 0.423],
			width: 0.086,
			height: 0.058,
			shape: 'narrow',
			irises: [
				[0.8, 0.16, 85],
				[0.74, 0.16, 55],
				[0.7, 0.17, 35],
			],
			brow: fur.ink,
		},
		fur,
	);
	drawBearMuzzle(s, pale);
	return beastRig(head, fur, {
		neck: 'none',
		shoulders: 1.14,
		eyeNear: [0.555, 0.425],
		eyeFar: [0.4, 0.423],
		eyeHalf: 0.043,
		hat: { x: 0.502, y: 0.3, half: 0.19 },
	});
}
