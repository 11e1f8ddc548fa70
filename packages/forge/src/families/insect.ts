import { outgrow } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Point } from '../engine/shape.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig } from './beast.ts';

/** One compound eye around its middle (x, y); `k` narrows the far one. */
function drawFacets(s: Studio, eye: Ramp, loop: readonly Point[], [x, y, k]: readonly [number, number, number]): void {
	const pen = s.head;
	const globe = pen.form('eyes', loop, eye, { depth: 0.022, contour: false });
	if (s.fine)
		for (let i = 0; i < 9; i++)
			pen.pattern(
				'eyes',
				globe,
				[pen.disc(x - 0.045 * k + (i % 3) * 0.045 * k, y - 0.035 + Math.floor(i / 3) * 0.045, 0.012)],
				eye.light,
				0.35,
			);
	pen.pattern('eyes', globe, [pen.disc(x - 0.03 * k, y - 0.045, 0.02, 0.014)], s.colors.tone([0.98, 0.01, 95]));
	pen.pattern('eyes', globe, [pen.disc(x + 0.03, y + 0.05, 0.008)], s.colors.tone([0.98, 0.01, 95]), 0.8);
}

/** Compound eyes and the ridges over them; under a cloth they would bulge out of it. */
function drawEyes(s: Studio, eye: Ramp, shell: Ramp): void {
	if (s.hidden.has('eyes')) return;
	const pen = s.head;
	drawFacets(s, eye, points('0.6 0.245, 0.71 0.235, 0.75 0.32, 0.69 0.42, 0.59 0.455, 0.55 0.36'), [0.65, 0.335, 1]);
	drawFacets(
		s,
		eye,
		points('0.385 0.245, 0.29 0.24, 0.255 0.32, 0.31 0.415, 0.4 0.445, 0.425 0.36'),
		[0.345, 0.335, 0.85],
	);
	const brow = s.look.expression.browInner;
	pen.line(
		'brows',
		[
			[0.545, 0.25 + brow],
			[0.62, 0.215],
			[0.72, 0.215],
		],
		shell.ink,
		0.02,
		{ taper: 0.7 },
	);
	pen.line(
		'brows',
		[
			[0.44, 0.25 + brow],
			[0.37, 0.215],
			[0.28, 0.22],
		],
		shell.ink,
		0.018,
		{ taper: 0.7 },
	);
}

/** Thri-kreen: an inverted triangle with compound eyes, antennae and mandibles. */
export function drawInsect(s: Studio, shells: readonly Lch[]): Rig {
	const pen = s.head;
	const shell = s.colors.ramp('skin', s.choose('skin', shells));
	const eye = s.colors.ramp(
		'gem',
		s.choose('iris', [
			[0.5, 0.17, 15],
			[0.46, 0.14, 300],
			[0.52, 0.14, 40],
			[0.5, 0.12, 230],
		]),
	);
	if (!s.hidden.has('crown')) {
		for (const [antenna, width] of [
			[points('0.55 0.24, 0.6 0.1, 0.68 0.02, 0.8 0.05'), 0.022],
			[points('0.44 0.24, 0.4 0.1, 0.33 0.03, 0.21 0.07'), 0.02],
		] as const) {
			const [base, tip] = [antenna[0]!, antenna.at(-1)!];
			outgrow(s, { base: [base[0], base[1]], tip: [tip[0], tip[1]], half: width / 2 }, () =>
				// With an outline around the shell's own tone: a line of ink alone is lost before a dark ground.
				pen.form('earFar', pen.ribbon(antenna, width, 0.5), shell, { depth: 0.003, width: 0.6 }),
			);
		}
	}
	const head = pen.form(
		'head',
		points(
			'0.49 0.235, 0.6 0.2, 0.72 0.205, 0.78 0.29, 0.755 0.4, 0.66 0.5, 0.57 0.605, 0.5 0.665, 0.43 0.66, 0.38 0.585, 0.325 0.485, 0.255 0.4, 0.225 0.3, 0.275 0.21, 0.38 0.205',
		),
		shell,
		{ depth: 0.028, width: 1.1, rim: true },
	);
	pen.line('markings', points('0.49 0.25, 0.485 0.38, 0.47 0.56'), shell.light, 0.03, { clip: head });
	for (const line of [points('0.42 0.5, 0.48 0.475, 0.55 0.5'), points('0.43 0.545, 0.48 0.525, 0.53 0.545')] as const)
		pen.line('markings', line, shell.deep, 0.012, { clip: head });

	drawEyes(s, eye, shell);
	for (const [x, y] of [
		[0.475, 0.3],
		[0.515, 0.3],
		[0.495, 0.268],
	] as const)
		pen.pattern('markings', head, [pen.disc(x, y, 0.009)], eye.deep);
	s.recorder.snoutKind = 'mandibles';
	pen.form('mouth', points('0.46 0.585, 0.51 0.6, 0.55 0.66, 0.5 0.725 0.15, 0.505 0.67'), shell, { depth: 0.01 });
	pen.form('mouth', points('0.45 0.585, 0.41 0.6, 0.375 0.655, 0.425 0.72 0.15, 0.425 0.665'), shell, { depth: 0.01 });
	return beastRig(head, shell, {
		neck: 'bellows',
		shoulders: 0.96,
		eyeNear: [0.65, 0.335],
		eyeFar: [0.345, 0.335],
		eyeHalf: 0.085,
		cheekNear: [0.57, 0.53],
		brow: [0.49, 0.3],
		hat: { x: 0.502, y: 0.228, half: 0.215 },
		mouth: [0.47, 0.62],
	});
}
