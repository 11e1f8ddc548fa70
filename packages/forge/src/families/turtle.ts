import { drawAsSnout } from '../anatomy/outgrowth.ts';
import type { Lch, Ramp } from '../engine/color.ts';
import { points } from '../engine/points.ts';
import type { Rig } from '../engine/rig.ts';
import type { Studio } from '../engine/studio.ts';
import { beastRig, drawBeastEyes, scales } from './beast.ts';
import { cutMuzzle } from './muzzle.ts';

const shellSeams = [
	points('0.01 0.68, 0.2 0.77'),
	points('0.13 0.48, 0.29 0.66'),
	points('0.33 0.36, 0.42 0.56'),
	points('0.56 0.33, 0.555 0.53'),
	points('0.78 0.4, 0.68 0.6'),
	points('0.95 0.57, 0.76 0.72'),
] as const;

/** The arc of the shell behind head and shoulders. */
function drawShell(s: Studio, shellTone: Lch): void {
	const shell = s.colors.ramp('leather', shellTone);
	const arc = s.body.form(
		'back',
		points('0.03 0.95, 0.05 0.72, 0.16 0.52, 0.34 0.4, 0.55 0.37, 0.76 0.44, 0.91 0.6, 0.97 0.8, 0.98 1.1, 0.03 1.1'),
		shell,
		{ depth: 0.035 },
	);
	// Seams run from edge to edge: the arc cuts them off outside, and the hollow lies over their inner ends.
	for (const seam of shellSeams) s.body.line('back', seam, shell.ink, 0.009, { taper: 0, clip: arc });
	s.body.form(
		'back',
		points('0.12 0.95, 0.15 0.75, 0.25 0.6, 0.4 0.51, 0.55 0.48, 0.71 0.54, 0.82 0.67, 0.87 0.82, 0.87 1.1, 0.12 1.1'),
		{ ...shell, base: shell.deep, light: shell.shade, shade: shell.ink },
		{ depth: 0.02, light: false },
	);
}

function drawTurtleBeak(s: Studio, beak: Ramp): void {
	const pen = s.head;
	pen.form(
		'muzzle',
		points('0.4 0.595, 0.36 0.6, 0.38 0.645, 0.45 0.655, 0.54 0.625, 0.56 0.585'),
		{ ...beak, base: beak.shade, light: beak.base },
		{ depth: 0.01 },
	);
	const upper = pen.form(
		'muzzle',
		points(
			'0.455 0.495, 0.4 0.505, 0.34 0.54, 0.315 0.6, 0.335 0.645 0.15, 0.37 0.605, 0.44 0.6, 0.53 0.595, 0.585 0.565, 0.55 0.515',
		),
		beak,
		{ depth: 0.014 },
	);
	pen.pattern('muzzle', upper, [pen.disc(0.375, 0.545, 0.009, 0.007), pen.disc(0.42, 0.532, 0.008, 0.006)], beak.ink);
}

/** Tortles: a bald beaked head before the arc of a shell. */
export function drawTurtle(s: Studio, skins: readonly Lch[], shellTone: Lch): Rig {
	const pen = s.head;
	const skin = s.colors.ramp('skin', s.choose('skin', skins));
	drawShell(s, shellTone);
	const head = pen.form(
		'head',
		points(
			'0.49 0.19, 0.59 0.21, 0.665 0.29, 0.69 0.4, 0.675 0.52, 0.62 0.62, 0.53 0.67, 0.43 0.66, 0.36 0.61, 0.325 0.53, 0.32 0.42, 0.335 0.31, 0.395 0.22',
		),
		skin,
		{ depth: 0.03, width: 1.1, rim: true },
	);
	drawBeastEyes(
		s,
		{
			near: [0.565, 0.42],
			far: [0.395, 0.418],
			width: 0.094,
			height: 0.072,
			shape: 'hooded',
			irises: [
				[0.42, 0.07, 60],
				[0.6, 0.12, 85],
				[0.5, 0.1, 150],
			],
			brow: skin.deep,
		},
		skin,
	);
	const beak = s.colors.ramp('bone', [0.78, 0.07, 90]);
	const { muzzle } = cutMuzzle(s, [0.5, 0.56]);
	drawAsSnout(s, 'beak', () => drawTurtleBeak(muzzle, beak));
	for (const line of [
		points('0.6 0.5, 0.625 0.52, 0.62 0.55'),
		points('0.63 0.48, 0.655 0.5, 0.65 0.53'),
		points('0.5 0.27, 0.55 0.265, 0.6 0.28'),
		points('0.51 0.3, 0.55 0.295, 0.59 0.305'),
	] as const)
		pen.line('markings', line, skin.deep, 0.01, { clip: head });
	scales(
		s,
		head,
		[
			[0.45, 0.24],
			[0.49, 0.225],
			[0.53, 0.235],
			[0.64, 0.4],
			[0.65, 0.37],
		],
		skin.deep,
	);
	return beastRig(head, skin, {
		neck: 'thick',
		shoulders: 1.08,
		eyeNear: [0.565, 0.42],
		eyeFar: [0.395, 0.418],
		cheekNear: [0.63, 0.52],
		hat: { x: 0.502, y: 0.3, half: 0.178 },
	});
}
